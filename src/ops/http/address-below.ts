/** Puts the path of a page below the path of its mirror, unless it is there already. */
export function addressBelow(address: string, base = ''): string {
  return address === base || address.startsWith(`${base}/`) ? address : base + address
}

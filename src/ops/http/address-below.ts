/** An address of a page below the path of its mirror, as it is if it is there already. */
export function addressBelow(address: string, base = ''): string {
  return address === base || address.startsWith(`${base}/`) ? address : base + address
}

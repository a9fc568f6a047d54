/** The address if it is an http or https one; otherwise undefined. */
export function webLink(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined
}

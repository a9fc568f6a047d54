/** An address that a page may link to; undefined for whatever is not one of the web. */
export function webLink(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined
}

/** Milliseconds since 1970 of a time as the CMS writes it: GMT, to the second, without a zone; NaN if it is none. */
export function msOfGmt(gmt: string): number {
  return Date.parse(`${gmt}Z`)
}

/** A moment in ms since 1970 as the CMS writes it. */
export function toGmt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

/**
 * Milliseconds since 1970 of a time in the format of the CMS: GMT, to the second, without a zone; NaN if it
 * is invalid.
 */
export function msOfGmt(gmt: string): number {
  return Date.parse(`${gmt}Z`)
}

/** A time in the format of the CMS, from milliseconds since 1970. */
export function toGmt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

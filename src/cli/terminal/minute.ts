/** A time in ISO 8601 as people read it: `2026-11-20 04:00 UTC`. */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

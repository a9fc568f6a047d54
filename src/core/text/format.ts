import { plural } from './plural.ts'

const numbers = new Intl.NumberFormat('en')

/** `12,345` */
export function formatCount(count: number): string {
  return numbers.format(count)
}

/** `12.5 %`, for a share from 0 to 1 */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** `12,345 records`, `1 record` */
export function countOf(count: number, one: string, many?: string): string {
  return `${formatCount(count)} ${plural(count, one, many)}`
}

/** `70 bytes`, `12.5 kB`, `3.1 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte')
  return bytes < 1_000_000
    ? `${Number((bytes / 1_000).toFixed(1))} kB`
    : `${Number((bytes / 1_000_000).toFixed(1))} MB`
}

/** `2 edited, 1 moved`: the counts that are not zero, in their order. */
export function listCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ')
}

/** `2026-11-20 06:00 UTC`, for an ISO time. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** A duration in its two largest units: `850 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return pair(whole, 'min', 's')
  return whole < 86_400 ? pair(whole, 'h', 'min') : pair(whole, 'd', 'h')
}

/** `3 h ago`, `just now`: the time since an ISO time in its largest unit; `now` in milliseconds. */
export function formatAgo(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000
  if (seconds < 60) return 'just now'
  const unit = seconds < 3_600 ? 'min' : seconds < 86_400 ? 'h' : 'd'
  return `${formatCount(Math.floor(seconds / units[unit]))} ${unit} ago`
}

const units = { s: 1, min: 60, h: 3_600, d: 86_400 }

function pair(seconds: number, big: keyof typeof units, small: keyof typeof units): string {
  const rest = Math.floor((seconds % units[big]) / units[small])
  const head = `${Math.floor(seconds / units[big])} ${big}`
  return rest === 0 ? head : `${head} ${rest} ${small}`
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' })

/** `image, price, and weight` */
export function listNames(names: readonly string[]): string {
  return conjunction.format(names)
}

import { localTime } from './time-text.ts'

/** Times as `formatTime` and the reasons of pauses write them: `2026-11-20 06:00 UTC`, `06:00:30 UTC`. */
const times = /\b(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2}(?::\d{2})?) UTC\b/g

/** A tag, or the text between two tags. */
const pieces = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g

/** The content of these elements is text without markup. */
const plainElements: ReadonlySet<string> = new Set(['title', 'option', 'textarea'])
/** The content of these elements is from the partner or from pages, and is shown unchanged. */
const quotes = /^<(?:(?:table class="diff|dl class="values)"|(?:code|pre|ins|del)\b)/

/** Attributes that readers see or hear. */
const labels = / (?:aria-label|title|alt)="[^"]*"/g

export type Clock = {
  timeZone: string
  /** Milliseconds since 1970. */
  now: number
}

/** Replaces the times in a text by those in a time zone. */
export function localTimesIn(text: string, clock: Clock): string {
  return text.replace(times, (_whole, day: string | undefined, time: string) =>
    shown(instantOf(day, time, clock.now), { day, time }, clock),
  )
}

/**
 * Shows the times of a page in a time zone, with UTC on hover. In one place, because most times are in sentences. Values
 * of the partner and content of pages are unchanged.
 */
export function withLocalTimes(html: string, clock: Clock): string {
  let quoted: { element: string; depth: number } | undefined
  let plain: string | undefined
  return html.replace(pieces, (piece, closes: string | undefined, element: string | undefined) => {
    if (quoted !== undefined) {
      if (element === quoted.element) quoted.depth += closes === '/' ? -1 : 1
      if (quoted.depth === 0) quoted = undefined
      return piece
    }
    if (element === undefined) return plain === undefined ? marked(piece, clock) : localTimesIn(piece, clock)
    if (closes === '' && quotes.test(piece)) quoted = { element, depth: 1 }
    if (plainElements.has(element)) plain = closes === '/' ? undefined : element
    return piece.includes(' UTC') ? piece.replace(labels, (label) => localTimesIn(label, clock)) : piece
  })
}

function marked(text: string, clock: Clock): string {
  if (!text.includes(' UTC')) return text
  return text.replace(times, (whole, day: string | undefined, time: string) => {
    const at = instantOf(day, time, clock.now)
    if (Number.isNaN(at.getTime())) return whole
    return `<time datetime="${at.toISOString().replace(/:00\.000Z$|\.000Z$/, 'Z')}" title="${whole}">${shown(at, { day, time }, clock)}</time>`
  })
}

/** A time without a day is the one nearest to now. */
function instantOf(day: string | undefined, time: string, now: number): Date {
  if (day !== undefined) return new Date(`${day}T${time}Z`)
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`)
  const dayMs = 86_400_000
  return new Date(today + Math.round((now - today) / dayMs) * dayMs)
}

function shown(
  at: Date,
  { day, time }: { day: string | undefined; time: string },
  { timeZone }: Clock,
): string {
  if (Number.isNaN(at.getTime())) return `${day === undefined ? '' : `${day} `}${time} UTC`
  const local = localTime(at.getTime(), timeZone)
  const clock = time.length > 5 ? local.second : local.minute
  return `${day === undefined ? '' : `${local.day} `}${clock} ${local.zone}`
}

import { isRecord } from '../../conformance/variables.ts'
import type { Side } from '../step.ts'
import type { Ids } from './ids.ts'

export type Which = 'engine' | 'bundled'

/** Whose answer it is, and what is known of its ids. `nowMs`: when it was given. */
export type Source = Pick<Side, 'site' | 'root'> & {
  readonly which: Which
  readonly ids: Ids
  readonly nowMs: number
}

const uploads = { engine: '/wp-content/uploads/', bundled: '/uploads/' } as const
const idKeys = new Set(['id', 'parent', 'post', 'featured_media', 'object_id', 'preview_id', 'attachment_id'])
/** Places where a number is the id of a row: query parameters, path segments, names of revisions. */
const idPlaces = /(?<=[=/#]|%3D|^|comment-)\d+(?=[/&?"'#-]|$|%26|%2F|\\)/g
const dateLike = /\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d/g
const nowWithinMs = 10 * 60_000
const hourMs = 3_600_000

/** A body or header with everything that belongs to one server replaced by what both have in common. */
export function normalise(value: unknown, source: Source, key = ''): unknown {
  // The prefix of link relations, explained in curies.
  if (key === 'name' && value === 'wp') return 'cms'
  if (typeof value === 'string') return normaliseText(value, source)
  if (typeof value === 'number')
    return idKeys.has(key) ? (source.ids.labelOf(source.which, value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => normalise(item, source, key))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [neutralKey(name), normalise(member, source, name)]),
  )
}

export function normaliseText(text: string, source: Source): string {
  return withoutNews(withoutIds(withoutNow(withoutHost(text, source), source.nowMs), source))
}

/** Words of proof, and what newer engines than the compared one add to markup. */
function withoutNews(text: string): string {
  return text
    .replaceAll(/(?<=preview_nonce=)[0-9a-f]{10}/g, '{nonce}')
    .replaceAll(/ class="wp-block-(paragraph|list)"/g, '')
    .replaceAll(/<img [^>]*>/g, (img) =>
      img.replaceAll(/ (loading="lazy"|decoding="async")|(?<= sizes=")auto, /g, ''),
    )
}

/** The engine's prefix of link relations. */
function neutralKey(key: string): string {
  return key.replace(/^(\/?)wp(?=:|\/v2)/, '$1cms')
}

function withoutHost(text: string, { site, root, which }: Source): string {
  const host = site.slice(site.indexOf('//') + 2)
  if (!text.includes(host) && !text.includes(encodeURIComponent(host)))
    return which === 'engine' ? text.replaceAll('wp/v2', 'cms/v2') : text
  const forms = [
    (one: string) => one,
    encodeURIComponent,
    (one: string) => one.replaceAll('/', String.raw`\/`),
  ]
  const places: [string, string][] = [
    [root, '{root}'],
    [site + uploads[which], '{uploads}/'],
    [site, '{site}'],
    [host, '{host}'],
  ]
  const hostless = places.reduce(
    (done, [place, name]) => forms.reduce((left, form) => left.replaceAll(form(place), name), done),
    text,
  )
  return which === 'engine' ? hostless.replaceAll('wp/v2', 'cms/v2') : hostless
}

/** Dates around now, on the clock of the site or in GMT. */
function withoutNow(text: string, nowMs: number): string {
  return text.replaceAll(dateLike, (date, separator: string) => {
    const late = Date.parse(`${date.replace(separator, 'T')}Z`) - nowMs
    if (Math.abs(late) < nowWithinMs) return '{now gmt}'
    const local = [1, 2].some((hours) => Math.abs(late - hours * hourMs) < nowWithinMs)
    return local ? '{now}' : date
  })
}

function withoutIds(text: string, { ids, which }: Source): string {
  return text.replaceAll(idPlaces, (digits) => ids.labelOf(which, Number(digits)) ?? digits)
}

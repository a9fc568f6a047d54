import { isRecord } from '../../../test/conformance/variables.ts'
import type { Side } from '../step.ts'
import type { Ids } from './ids.ts'

export type Which = 'engine' | 'bundled'

/** The side of a response, with its known ids. `nowMs`: the time of the response. */
export type Source = Pick<Side, 'site' | 'root'> & {
  readonly which: Which
  readonly ids: Ids
  readonly nowMs: number
}

const uploads = { engine: '/wp-content/uploads/', bundled: '/uploads/' } as const
const idKeys = new Set(['id', 'parent', 'post', 'featured_media', 'object_id', 'preview_id', 'attachment_id'])
/** Places of ids: query parameters, path segments, slugs of revisions. */
const idPlaces = /(?<=[=/#]|%3D|^|comment-)\d+(?=[/&?"'#-]|$|%26|%2F|\\)/g
const dateLike = /\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d/g
const nowWithinMs = 10 * 60_000
const hourMs = 3_600_000

/** Replaces server-specific values in a body or header with neutral ones. */
export function normalise(value: unknown, source: Source, key = ''): unknown {
  // The prefix of link relations in `curies`.
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

/** Removes nonces, and markup that only newer versions of WordPress add. */
function withoutNews(text: string): string {
  return text
    .replaceAll(/(?<=preview_nonce=)[0-9a-f]{10}/g, '{nonce}')
    .replaceAll(/ class="wp-block-(paragraph|list)"/g, '')
    .replaceAll(/<img [^>]*>/g, (img) =>
      img.replaceAll(/ (loading="lazy"|decoding="async")|(?<= sizes=")auto, /g, ''),
    )
}

/** Replaces WordPress's prefix of link relations. */
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

/** Replaces dates around now, in local time and in GMT. */
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

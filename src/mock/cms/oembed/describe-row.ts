import { fileUrl } from '../media/media-fields.ts'
import { findByPath, linkOf } from '../posts/link.ts'
import { mayRead, rightsOf } from '../posts/rights.ts'
import { toInt } from '../rest/php.ts'
import { type RestRequest, intParam, param } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import { siteName } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml, renderTitle } from '../text/render.ts'
import { findUser } from '../users/users.ts'

/** The fields of an oEmbed response, by name. */
export type Facts = Readonly<Record<string, unknown>>

export const widths = { usual: 600, least: 200, most: 600 }

export function isOwn(address: string, { site }: RestRequest): boolean {
  return address.startsWith(`${site.home}/`)
}

/** The oEmbed fields of a page on this site; undefined if visitors find nothing at this URL. */
export function describeOwn(store: Store, request: RestRequest, address: string): Facts | undefined {
  const row = findByAddress(store, request, address)
  return row === undefined || !mayRead(null, rightsOf(row), row, store)
    ? undefined
    : describe(store, request, row)
}

function findByAddress(store: Store, request: RestRequest, address: string): Row | undefined {
  if (!URL.canParse(address) || !isOwn(address, request)) return undefined
  const { pathname, searchParams } = new URL(address)
  const id = searchParams.get('p') ?? searchParams.get('page_id') ?? searchParams.get('attachment_id')
  return id === null
    ? findByPath(store, pathname.replace(/^\/+|\/+$/g, '').toLowerCase())
    : store.get(Number(id))
}

function describe(store: Store, request: RestRequest, row: Row): Facts {
  const { site } = request
  const width = Math.min(Math.max(intParam(request, 'maxwidth'), widths.least), widths.most)
  const height = Math.max(Math.ceil((width / 16) * 9), widths.least)
  const highest = toInt(param(request, 'maxheight'))
  const link = linkOf(store, row, site)
  const title = renderTitle(row.title)
  const author = findUser(row.author)
  return {
    version: '1.0',
    provider_name: siteName,
    provider_url: site.home,
    author_name: author?.name ?? siteName,
    author_url: author === undefined ? site.home : `${site.home}/author/${author.name}/`,
    title,
    type: 'rich',
    width,
    height: highest > 0 ? Math.min(height, highest) : height,
    html: `<blockquote class="wp-embedded-content"><a href="${escapeHtml(link)}">${title}</a></blockquote>`,
    ...thumbnailOf(store, request, row),
  }
}

function thumbnailOf(store: Store, { site }: RestRequest, row: Row): Facts {
  const picture = row.type === 'attachment' ? row : store.get(row.featured)
  const { file } = picture ?? {}
  if (file?.width === undefined) return {}
  return {
    thumbnail_url: fileUrl(site, file.path),
    thumbnail_width: file.width,
    thumbnail_height: file.height,
  }
}

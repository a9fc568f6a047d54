import { fileUrl } from '../media/media-fields.ts'
import { findByPath, linkOf } from '../posts/link.ts'
import { mayRead, rightsOf } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, intParam, textParam } from '../rest/request.ts'
import { type Answer, type Route, anyone, ok } from '../rest/route.ts'
import { type Args } from '../rest/schema.ts'
import { toInt } from '../rest/php.ts'
import type { Row } from '../store/rows.ts'
import { siteName } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { cleanUrl } from '../text/clean.ts'
import { escapeHtml, renderTitle } from '../text/render.ts'
import { can, findUser } from '../users/users.ts'

const namespace = 'oembed/1.0'
const widths = { usual: 600, least: 200, most: 600 }

/** oEmbed of own content: to everybody, and through the proxy to editors. Foreign addresses are never fetched. */
export function oembedRoutes(store: Store): Route[] {
  const url: Args = {
    url: { type: 'string', format: 'uri', required: true, clean: (value) => cleanUrl(String(value)) },
  }
  return [
    {
      pattern: `/${namespace}/embed`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...url,
            format: { default: 'json', clean: (value) => (value === 'xml' ? 'xml' : 'json') },
            maxwidth: { default: widths.usual, clean: (value) => Math.abs(toInt(value)) },
          },
          may: anyone,
          run: (request) => embed(store, request),
        },
      ],
    },
    {
      pattern: `/${namespace}/proxy`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...url,
            format: { type: 'string', default: 'json', enum: ['json', 'xml'] },
            maxwidth: { type: 'integer', default: widths.usual, clean: (value) => Math.abs(toInt(value)) },
            maxheight: { type: 'integer', clean: (value) => Math.abs(toInt(value)) },
            discover: { type: 'boolean', default: true },
          },
          may: ({ user }) =>
            can(user, 'edit_posts') ||
            refuse(user, 'rest_forbidden', 'Sorry, you are not allowed to make proxied oEmbed requests.'),
          run: (request) => embed(store, request),
        },
      ],
    },
  ]
}

function embed(store: Store, request: RestRequest): Answer {
  const row = findByAddress(store, request)
  if (row === undefined || !mayRead(null, rightsOf(row), row, store))
    return new RestError('oembed_invalid_url', 'Not Found', 404)
  const facts = describe(store, request, row)
  if (textParam(request, 'format') !== 'xml') return ok(facts)
  return ok(facts, { file: { type: 'text/xml; charset=UTF-8', bytes: toXml(facts) } })
}

function findByAddress(store: Store, request: RestRequest): Row | undefined {
  const { site } = request
  const address = textParam(request, 'url')
  if (!URL.canParse(address) || !address.startsWith(`${site.home}/`)) return undefined
  const { pathname, searchParams } = new URL(address)
  const id = searchParams.get('p') ?? searchParams.get('page_id') ?? searchParams.get('attachment_id')
  return id === null
    ? findByPath(store, pathname.replace(/^\/+|\/+$/g, '').toLowerCase())
    : store.get(Number(id))
}

function describe(store: Store, request: RestRequest, row: Row): Record<string, unknown> {
  const { site } = request
  const width = Math.min(Math.max(intParam(request, 'maxwidth'), widths.least), widths.most)
  const height = Math.max(Math.ceil((width / 16) * 9), widths.least)
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
    height,
    html: `<blockquote class="wp-embedded-content"><a href="${escapeHtml(link)}">${title}</a></blockquote>`,
    ...thumbnailOf(store, request, row),
  }
}

function thumbnailOf(store: Store, { site }: RestRequest, row: Row): Record<string, unknown> {
  const picture = row.type === 'attachment' ? row : store.get(row.featured)
  const { file } = picture ?? {}
  if (file?.width === undefined) return {}
  return {
    thumbnail_url: fileUrl(site, file.path),
    thumbnail_width: file.width,
    thumbnail_height: file.height,
  }
}

function toXml(facts: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(facts).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`,
  )
  return `<?xml version="1.0"?>\n<oembed>${members.join('')}</oembed>\n`
}

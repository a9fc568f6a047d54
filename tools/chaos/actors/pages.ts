import { findGroup } from '../../../src/mock/editor-bot/group.ts'
import type { ChaosServer } from './server.ts'

/** A page as its administrator reads it. */
export type PageRow = {
  id: number
  slug: string
  status: string
  parent: number
  title: string
  excerpt: string
  content: string
  featuredMedia: number
  /** when it was last saved, and its address */
  modified: string
  link: string
  /** what the map fills, if there is one */
  mapped?: { item: unknown; first: unknown; tags: number[] }
}
export type MediaRow = { id: number; slug: string; sourceUrl: string }

type Wire = {
  id: number
  slug: string
  status: string
  parent: number
  title: { raw: string }
  excerpt: { raw: string }
  content: { raw: string }
  featured_media: number
  modified_gmt: string
  link: string
  meta?: Record<string, unknown>
  product_tag?: number[]
}

type Saved = Pick<Wire, 'slug' | 'title' | 'excerpt' | 'content'> & { author: number }

const administrator = 1

async function readAll<T>(server: ChaosServer, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    const found = await server.cms<T[]>('GET', `${path}&per_page=100&page=${page}&orderby=id&order=asc`)
    rows.push(...found)
    if (found.length < 100) return rows
  }
}

/** Every page of the CMS in any status, by id. */
export async function readPages(server: ChaosServer): Promise<PageRow[]> {
  return readRows(server, 'pages')
}

/** Every post of the CMS, none of which is the mirror's. */
export async function readPosts(server: ChaosServer): Promise<PageRow[]> {
  return readRows(server, 'posts')
}

async function readRows(server: ChaosServer, type: 'pages' | 'posts'): Promise<PageRow[]> {
  const fields =
    'id,slug,status,parent,title,excerpt,content,featured_media,modified_gmt,link,meta,product_tag'
  const path = `/cms/v2/${type}?context=edit&status=${server.statuses}&_fields=${fields}`
  return (await readAll<Wire>(server, path)).map(toRow)
}

export async function readPage(server: ChaosServer, id: number): Promise<PageRow> {
  return toRow(await server.cms<Wire>('GET', `/cms/v2/pages/${id}?context=edit`))
}

/** The page with the content that an editor saved last: the daemon, which is the administrator, may have written since. */
export async function readSaved(server: ChaosServer, id: number): Promise<PageRow> {
  const page = await readPage(server, id)
  const revisions = await server.cms<Saved[]>('GET', `/cms/v2/pages/${id}/revisions?context=edit&per_page=20`)
  const saved = revisions.find(({ author, slug }) => author !== administrator && !slug.includes('autosave'))
  if (saved === undefined) return page
  return { ...page, title: saved.title.raw, excerpt: saved.excerpt.raw, content: saved.content.raw }
}

export async function readMedia(server: ChaosServer): Promise<MediaRow[]> {
  const rows = await readAll<{ id: number; slug: string; source_url: string }>(
    server,
    '/cms/v2/media?status=inherit,private,trash&context=edit&_fields=id,slug,source_url',
  )
  return rows.map(({ id, slug, source_url: sourceUrl }) => ({ id, slug, sourceUrl }))
}

export type TagRow = { id: number; name: string }

export async function readTags(server: ChaosServer): Promise<TagRow[]> {
  return readAll<TagRow>(server, '/cms/v2/product_tag?_fields=id,name')
}

function toRow({
  title,
  excerpt,
  content,
  featured_media: featuredMedia,
  modified_gmt: modified,
  meta = {},
  product_tag: tags,
  ...rest
}: Wire): PageRow {
  const { id, slug, status, parent, link } = rest
  return {
    id,
    slug,
    status,
    parent,
    title: title.raw,
    excerpt: excerpt.raw,
    content: content.raw,
    featuredMedia,
    modified,
    link,
    ...(tags && { mapped: { item: meta['item'], first: meta['first'], tags } }),
  }
}

/** The record whose tokens a page's mirrored block carries, as `gtin/language`. */
export function tokensOf(content: string): string | undefined {
  const found = /class="[^"]*product-mirror gtin-(\d{13}) lang-([a-z0-9-]+)/.exec(content)
  return found === null ? undefined : `${found[1]}/${found[2]}`
}

/** The number of mirrored blocks in a page's content. */
export function countBlocks(content: string): number {
  return [...content.matchAll(/<!-- wp:group \{[^>]*\bproduct-mirror gtin-/g)].length
}

/** The parts of a page's content: before and after the mirrored block, its opening, and its inside. */
export type Parts = { before: string; opening: string; inner: string; after: string }

export function partsOf(content: string): Parts | undefined {
  const group = findGroup(content)
  if (group === undefined) return undefined
  return {
    before: content.slice(0, group.start),
    // Every write of ours renews the digests of our content.
    opening: content
      .slice(group.start, group.innerStart)
      .replaceAll(/ mirrored-v\d-[0-9a-f]+(?:-draft)?/g, ''),
    inner: content.slice(group.innerStart, group.innerEnd),
    after: content.slice(group.end),
  }
}

/** The visible text of markup, without any white space, so that its layout does not matter. */
export function visible(markup: string): string {
  return markup
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d+|#x[0-9a-f]+|[a-z]+);/gi, (entity, name: string) => decode(name) ?? entity)
    .replace(/[\s\u00a0]+/g, '')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decode(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return String.fromCodePoint(code)
}

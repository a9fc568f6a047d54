import type { JsonLd } from '../markup/json-ld.ts'
import { factsOf } from '../markup/visible-content.ts'
import type { CmsType } from '../../contracts/cms/page.ts'
import type { WriteChange } from '../run/change.ts'
import { digestOf } from '../text/digest.ts'
import type { Page } from '../record/page.ts'
import type { Successor } from '../render/notice.ts'
import type { SizeLink, Sizes } from '../render/family/sizes.ts'
import type { OtherPage, PageLinks } from '../render/view.ts'

/** The field name of the links to other languages in an update. */
export const linkedLanguages = 'languages'

/** The same for the links to other sizes. */
export const linkedSizes = 'sizes'

/** The same for the link to the successor of a retired product. */
export const linkedSuccessor = 'successor'

/** The fields of an update that mean links to other pages. */
export const linkFields: ReadonlySet<string> = new Set([linkedLanguages, linkedSizes, linkedSuccessor])

/** Whether a change only updates these links, so that the partner's data is unchanged. */
export function isForLinks(change: WriteChange): boolean {
  return change.kind === 'update' && change.fields.every((field) => linkFields.has(field))
}

/** Whether a change only updates the link in a notice. */
export function isForSuccessor(change: WriteChange): boolean {
  return change.kind === 'update' && change.fields.every((field) => field === linkedSuccessor)
}

/** A short digest of the link in a notice, for its snapshot; undefined without one. */
export function successorDigest(successor: Successor | undefined): string | undefined {
  return successor && digestOf(`${successor.url} ${successor.title}`).slice(0, 11)
}

/** A short digest of the pages that a page links, for its snapshot; undefined without links. */
export function linksDigest({ languages, sizes }: PageLinks): string | undefined {
  const links = languages.map(({ language, url }) => `${language} ${url}`).sort()
  if (links.length === 0 && sizes === undefined) return undefined
  const all = sizes === undefined ? links : { links, sizes: plainSizes(sizes), group: sizes.group }
  return digestOf(all).slice(0, 11)
}

/** The public URL of a page; undefined for a draft, whose URL is only provisional. */
export function publicLink({ status, link }: Pick<Page, 'status' | 'link'>): string | undefined {
  return status === 'publish' ? link : undefined
}

/**
 * Which part of a URL changed: the page's own part, or the folder that it shares with other pages. If no earlier URL is
 * known, the page's own part may have changed.
 */
export function moveOf(before: string | undefined, now: string | undefined): 'page' | 'folder' | undefined {
  if (now === undefined || before === now) return undefined
  return before === undefined || folderOf(before) === folderOf(now) ? 'page' : 'folder'
}

/** The part of a URL before the slug or id. */
function folderOf(link: string): string {
  return link.replace(/[^/=]*\/?$/, '')
}

/** A public page of a product, its URL if known, and the slug it was or will be created with. */
export type PublicPage = { language: string; link: string | undefined; slug: string }

/** The URLs of the parent pages by path, and the settings that determine the URLs below them. */
export type Site = {
  addresses: Readonly<Record<string, string>>
  rootSlug: string
  cmsType: CmsType
  /** The name of another post type than pages and posts; undefined if it is not known yet. */
  postType?: string | undefined
}

/** The link to a page's version in another language: its URL, or an alias that leads there too. */
export type LinkTarget = OtherPage & { alias?: string }

/**
 * A product's pages in some languages, with the URL that the CMS returned. A page that does not exist yet gets the
 * language page's URL plus its slug. Without such URLs (plain permalinks, posts) the CMS finds a page by its name.
 * Languages without a known page are omitted.
 */
export function pagesIn(pages: readonly PublicPage[], site: Site): LinkTarget[] {
  return pages.flatMap(({ language, link, slug }): LinkTarget[] => {
    const expected = addressIn(language, slug, site)
    if (link === undefined) return expected === undefined ? [] : [{ language, url: expected }]
    const isNamed = site.cmsType !== 'pages' && link.split('/').includes(slug)
    return [{ language, url: link, ...(isNamed && expected !== undefined && { alias: expected }) }]
  })
}

function addressIn(
  language: string,
  slug: string,
  { addresses, rootSlug, cmsType, postType }: Site,
): string | undefined {
  const path = `${rootSlug}/${language}`
  const above = addresses[cmsType === 'pages' ? path : rootSlug]
  if (above === undefined) return undefined
  const home = homeOf(above)
  if (cmsType === 'posts') return `${home}?name=${slug}`
  if (cmsType !== 'pages') return postType && `${home}?post_type=${postType}&name=${slug}`
  if (above.includes('?')) return `${home}?pagename=${path}/${slug}`
  return above.endsWith('/') ? `${above}${slug}/` : `${above}/${slug}`
}

/** The site's URL, derived from that of a top-level page. */
function homeOf(link: string): string {
  const { origin, pathname, search } = new URL(link)
  // Drops the last part of the path.
  return (
    origin +
    (search === '' ? pathname.slice(0, pathname.lastIndexOf('/', pathname.length - 2) + 1) : pathname)
  )
}

/** Whether a block links all of these pages. */
export function linksAll(inner: string, targets: readonly LinkTarget[]): boolean {
  const linked = new Set(anchorsIn(inner).map(({ url }) => url))
  return targets.every(({ url, alias = url }) => linked.has(url) || linked.has(alias))
}

/** Whether a block links one of these URLs. */
export function linksAny(inner: string, urls: readonly string[]): boolean {
  return urls.length > 0 && anchorsIn(inner).some(({ url }) => urls.includes(url))
}

/** Whether a block links all of these pages and no other page of the product. */
export function linksExactly(inner: string, gtin: string, targets: readonly LinkTarget[]): boolean {
  const right = new Set(targets.flatMap(({ url, alias = url }) => [url, alias]))
  return linksAll(inner, targets) && pagesLinked(inner, gtin).every(({ url }) => right.has(url))
}

/**
 * The links of a block to the product's pages in other languages, identified by `hreflang`, `lang` or the slug. A site
 * that filters the HTML of the CMS user removes `hreflang`, and an editor may have changed the slug.
 */
export function pagesLinked(inner: string, gtin: string): OtherPage[] {
  const slug = `gtin-${gtin}-`
  return anchorsIn(inner).flatMap(({ url, marked }) => {
    const at = url.lastIndexOf(slug)
    const named = at === -1 ? undefined : /^([a-z0-9-]+)\/?$/.exec(url.slice(at + slug.length))?.[1]
    const bySlug = /\w$/.test(url.slice(0, Math.max(at, 0))) ? undefined : named
    const language = marked ?? bySlug
    return language === undefined ? [] : [{ language, url }]
  })
}

const sizeButton = /<div class="[^"]*\bmirror-size\b[^"]*"[^>]*><a\b[^>]*\shref="([^"]*)"[^>]*>([^]*?)<\/a>/g
const groupData = /"isVariantOf":(\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\})/

/** The other sizes that a block shows; undefined without any. */
export function sizesLinked(inner: string): Sizes | undefined {
  const links = Array.from(inner.matchAll(sizeButton)).map(([, url = '', label = '']) => ({
    url: addressOf(url),
    label: factsOf(label)
      .map(({ value }) => value)
      .join(''),
  }))
  if (links.length === 0) return undefined
  const [, group = '{}'] = groupData.exec(inner) ?? []
  return { links, group: JSON.parse(group) as JsonLd }
}

/** Whether a block shows these sizes and no others. */
export function showsSizes(inner: string, sizes: Sizes | undefined): boolean {
  return digestOf(plainSizes(sizesLinked(inner))) === digestOf(plainSizes(sizes))
}

/** Whether a block links the pages of these sizes, in any order and with any labels. */
export function linksSizes(inner: string, sizes: Sizes | undefined): boolean {
  const urlsOf = (shown: Pick<Sizes, 'links'> | undefined): string[] =>
    shown?.links.map(({ url }) => url).sort() ?? []
  return digestOf(urlsOf(sizesLinked(inner))) === digestOf(urlsOf(sizes))
}

/** The links with the white space that is left after a page was read. */
function plainSizes(sizes: Sizes | undefined): SizeLink[] | undefined {
  return sizes?.links.map(({ url, label }) => ({ url, label: label.replace(/\s+/g, ' ') }))
}

/** `marked`: the language that the link itself states. */
function anchorsIn(inner: string): { url: string; marked: string | undefined }[] {
  return Array.from(inner.matchAll(/<[^<>]*\shref="([^"]*)"[^<>]*>/g)).map(([tag, url = '']) => ({
    url: addressOf(url),
    marked: (/\shreflang="([^"]*)"/.exec(tag) ?? /\slang="([^"]*)"/.exec(tag))?.[1],
  }))
}

/** The value of an `href` attribute. */
function addressOf(value: string): string {
  return value.replace(/&(?:amp|#(\d+));/g, (_, code = '38') => String.fromCharCode(Number(code)))
}

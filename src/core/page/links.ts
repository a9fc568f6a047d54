import type { CmsType } from '../../contracts/cms/page.ts'
import type { WriteChange } from '../plan/change.ts'
import { digestOf } from '../record/digest.ts'
import { homeOf } from './listing.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { OtherPage } from '../render/view.ts'

/** The name of the links to other languages among an update's fields. */
export const linkedLanguages = 'languages'

/** Whether a change only updates these links: then the partner's data did not change. */
export function isForLinks(change: WriteChange): boolean {
  return change.kind === 'update' && change.fields.every((field) => field === linkedLanguages)
}

/** The languages other than the page’s own. */
export function othersOf(languages: readonly string[], own: string): string[] {
  return languages.filter((language) => language !== own)
}

/** A short digest of the languages that a page links, for its snapshot; undefined: none. */
export function linksDigest(languages: readonly string[]): string | undefined {
  return languages.length === 0 ? undefined : digestOf([...languages].sort()).slice(0, 11)
}

/** The addresses of the parent pages by path, and what is below them. */
export type Site = { addresses: Readonly<Record<string, string>>; rootSlug: string; cmsType: CmsType }

/**
 * A product's pages in some languages. Each address consists of the language page's address and the slug. So it is
 * known before a page exists, and does not depend on the order of writes. Without such addresses (plain permalinks,
 * posts) the CMS finds a page by its name. A language without a known page is left out.
 */
export function pagesIn(gtin: string, languages: readonly string[], site: Site): OtherPage[] {
  return languages.flatMap((language) => {
    const url = addressIn({ gtin, language }, site)
    return url === undefined ? [] : [{ language, url }]
  })
}

function addressIn(key: RecordKey, { addresses, rootSlug, cmsType }: Site): string | undefined {
  const slug = slugOf(key)
  const path = `${rootSlug}/${key.language}`
  const above = addresses[cmsType === 'posts' ? rootSlug : path]
  if (above === undefined) return undefined
  const home = String(homeOf({ link: above, parent: 0 }))
  if (cmsType === 'posts') return `${home}?name=${slug}`
  if (above.includes('?')) return `${home}?pagename=${path}/${slug}`
  return above.endsWith('/') ? `${above}${slug}/` : `${above}/${slug}`
}

/** The links of a block to the product's pages in other languages. */
export function pagesLinked(inner: string, gtin: string): OtherPage[] {
  const slug = `gtin-${gtin}-`
  return Array.from(inner.matchAll(/href="([^"]*)"/g)).flatMap(([, url = '']) => {
    const at = url.lastIndexOf(slug)
    const language = at === -1 ? undefined : /^([a-z0-9-]+)\/?$/.exec(url.slice(at + slug.length))?.[1]
    return language === undefined || /\w$/.test(url.slice(0, at)) ? [] : [{ language, url }]
  })
}

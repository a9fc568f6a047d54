import type { ReasonOf } from '../reasons/reason.ts'
import type { Page } from '../record/page.ts'

/** The number suffixes to look up if a slug is taken. */
const numbers = [2, 3, 4, 5]

/** How far the clocks of the CMS's machines may differ. */
const toleranceMs = 60_000

/** WordPress frees a slug by renaming it when the page is moved to the trash. */
export function trashedSlug(slug: string): string {
  return `${slug}__trashed`
}

/** The slug of a page before it was moved to the trash. */
export function untrashedSlug(slug: string): string {
  return slug.replace(/__trashed$/, '')
}

/** The slugs that the CMS assigns if `x` is taken: `x-2` to `x-5`. */
export function numberedSlugs(slug: string): string[] {
  return numbers.map((number) => `${slug}-${number}`)
}

/** Whether the CMS numbered a slug that was taken. */
export function isNumberedSlug(slug: string, taken: string): boolean {
  return slug.startsWith(`${taken}-`) && /^\d+$/.test(slug.slice(taken.length + 1))
}

/** Why a page has another slug than its record's; `foreign` is the page that has that slug, if it is known. */
export function numberedSlug(
  wanted: string,
  { slug }: Pick<Page, 'slug'>,
  foreign: Pick<Page, 'id' | 'link'> | undefined,
): ReasonOf<'numbered-slug'> {
  const holder = foreign && { pageId: foreign.id, link: foreign.link }
  return { code: 'numbered-slug', slug, wanted, ...(holder && { holder }) }
}

/** The mirror's user, and the time since which it may have created a page twice; undefined if unknown. */
export type Maker = { user: number | undefined; since: number | undefined }

/** Whether a page is certainly not the result of the mirror's create: another user made it, or it is older. */
export function isCopy(page: Pick<Page, 'author' | 'createdGmt'>, { user, since }: Maker): boolean {
  if (user !== undefined && page.author !== 0 && page.author !== user) return true
  return Date.parse(`${page.createdGmt}Z`) < (since ?? -Infinity) - toleranceMs
}

/** Why an apparent duplicate may be an editor's page; undefined if the mirror created it. */
export function objectionTo(page: Pick<Page, 'author' | 'createdGmt'>, maker: Maker): string | undefined {
  if (maker.user === undefined || page.author === 0) return 'the CMS does not say who made it'
  if (page.author !== maker.user) return 'another user made it'
  const made = Date.parse(`${page.createdGmt}Z`)
  if (maker.since === undefined || Number.isNaN(made)) return 'it is not known when the mirror made it'
  if (made < maker.since - toleranceMs) return 'it is older than the mirror’s first try to make the page'
  return undefined
}

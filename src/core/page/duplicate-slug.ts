import type { Page } from './page.ts'

/** How far the engine's numbering of a slug that was taken is followed. */
const numbers = [2, 3, 4, 5]

/** Between the clocks of the CMS's machines. */
const toleranceMs = 60_000

/** The engine frees a slug by renaming it when the page goes to the trash. */
export function trashedSlug(slug: string): string {
  return `${slug}__trashed`
}

/** The slugs that the engine gives instead of one that is taken: `x-2` to `x-5`. */
export function numberedSlugs(slug: string): string[] {
  return numbers.map((number) => `${slug}-${number}`)
}

/** Whether the engine made this slug out of one that was taken. */
export function isNumberedSlug(slug: string, taken: string): boolean {
  return slug.startsWith(`${taken}-`) && /^\d+$/.test(slug.slice(taken.length + 1))
}

/** What to tell of a page that has another slug than it was made with. */
export function numberedNote(
  slug: string,
  page: Pick<Page, 'slug'>,
  foreign: Pick<Page, 'id' | 'link'> | undefined,
): string {
  const holder =
    foreign === undefined
      ? 'something that is no page (an attachment perhaps)'
      : `page ${foreign.id} (${foreign.link})`
  return `its page has the slug ${page.slug}, since ${holder} holds ${slug}. It works as it is; to change it, rename the other thing and then the page`
}

/** Who makes pages for the mirror, and since when a page may have been made twice; what is not known is undefined. */
export type Maker = { user: number | undefined; since: number | undefined }

/** Why a page that looks like a duplicate may be somebody's work all the same; undefined: the mirror made it. */
export function objectionTo(page: Pick<Page, 'author' | 'createdGmt'>, maker: Maker): string | undefined {
  if (maker.user === undefined || page.author === 0) return 'the CMS does not say who made it'
  if (page.author !== maker.user) return 'another user made it'
  const made = Date.parse(`${page.createdGmt}Z`)
  if (maker.since === undefined || Number.isNaN(made)) return 'it is not known when the mirror made it'
  if (made < maker.since - toleranceMs) return 'it is older than the mirror’s first try to make the page'
  return undefined
}

import type { MediaRow, PageRow } from '../actors/pages.ts'
import { partsOf, visible } from '../actors/pages.ts'
import { pluginMark } from '../actors/server.ts'
import type { Expected, Words } from './expectation.ts'
import type { Product } from './versions.ts'

/** What a page is judged with beside what is expected of it. */
export type Surroundings = {
  slug: string
  parent: number | undefined
  /** The attachment of these bytes. */
  mediaOf: (sha256: string) => MediaRow | undefined
}

/** Every way in which a record's page is not as it must be, in words. */
export function checkPage(expected: Expected, page: PageRow, around: Surroundings): string[] {
  const faults: string[] = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const { version } = expected
  const words = current(expected, page)
  const inTrash = page.status === 'trash'
  const slug = words.slug ?? around.slug
  const wantedStatuses = expected.trashed ? ['trash'] : expected.statuses
  must(wantedStatuses.includes(page.status), `is ${page.status}, not ${wantedStatuses.join(' or ')}`)
  must(page.slug === (inTrash ? `${slug}__trashed` : slug), `has the slug ${page.slug}, not ${slug}`)
  const parent = words.parent ?? around.parent
  must(page.parent === parent, `stands below page ${page.parent}, not ${parent}`)

  if (words.title !== undefined) must(page.title === words.title, 'a person’s title is gone')
  if (words.excerpt !== undefined) must(page.excerpt === words.excerpt, 'a person’s excerpt is gone')
  if (words.whole !== undefined) must(page.content === words.whole, 'a person’s content was changed')
  const parts = partsOf(page.content)
  if (words.whole === undefined) {
    must(parts !== undefined, 'the mirrored block is gone')
    if (words.inner !== undefined)
      must(
        withoutMarks(parts?.inner) === withoutMarks(words.inner),
        'a person’s edit inside of the block is gone',
      )
    if (words.opening !== undefined)
      must(parts?.opening === words.opening, 'the block is locked again or changed')
    const { before = '', after = '' } = words.outside ?? {}
    must(parts?.before.trimEnd() === before.trimEnd(), 'what stands before the block was changed')
    must(parts?.after.trimStart() === after.trimStart(), 'what stands after the block was changed')
  }
  // Nobody writes to a page in the trash: it shows what it showed when it went there. And once Redis was lost, a page
  // without its block is somebody else's, as far as can be told.
  if (version === undefined || inTrash || (expected.forgotten && words.whole !== undefined)) return faults
  if (expected.unclaimed === 'kept') return faults
  const shows = (text: unknown): string => readable(typeof text === 'string' ? text : '')
  if (words.title === undefined)
    must(visible(page.title) === visibleText(version['name']), `the title is “${page.title}”`)
  const blurb = shows(version['intro']) || shows(version['application_short'])
  if (words.excerpt === undefined) must(readable(page.excerpt) === blurb, `the excerpt is “${page.excerpt}”`)
  if (words.whole !== undefined || words.inner !== undefined || parts === undefined || expected.stale)
    return faults
  const seen = readable(parts.inner)
  for (const [field, text] of shownTexts(version))
    must(seen.includes(shows(text)), `the page does not show ${field}: ${text.slice(0, 60)}`)
  const stale = expected.former.filter((mark) => page.content.includes(mark))
  must(stale.length === 0, `the page still shows ${stale.join(', ')}`)
  faults.push(...checkMedia(page, parts.inner, expected, around))
  return faults
}

/** The words that must stand on the page: what may be the person's or the partner's is judged as what it is. */
function current({ words, either }: Expected, { title, excerpt, content }: PageRow): Words {
  const says = { title, excerpt, inner: partsOf(content)?.inner, whole: content }
  const left = { ...words }
  for (const word of either) if (says[word] !== words[word]) delete left[word]
  // A block that was taken out and is back stands at the end.
  if (words.whole !== undefined && left.whole === undefined) left.outside = { before: words.whole, after: '' }
  return left
}

/** The plug-in marks a person's cells, too, when they pass through it with a write of ours. */
const withoutMarks = (markup = ''): string => markup.replaceAll(` ${pluginMark}`, '')

/** What a reader sees, but for what the plug-in adds (`server.ts`). */
const readable = (markup: string): string => visible(markup).replaceAll(pluginMark, '')

const fields = ['intro', 'application', 'advantages', 'substrate', 'limiting_factors', 'item_number'] as const

/** Texts of a product that its page shows as they are. */
function shownTexts(version: Product): [string, string][] {
  const texts: [string, string][] = []
  for (const field of fields) {
    const text = version[field]
    if (typeof text === 'string' && text.trim() !== '') texts.push([field, text])
  }
  for (const list of ['attributes', 'materials'] as const) {
    for (const { name, norm, value } of (version[list] ?? []) as Record<string, string | null>[])
      for (const text of [name, norm, value]) if (typeof text === 'string') texts.push([list, plain(text)])
  }
  return texts
}

/** A plain text has no markup: its characters stand for themselves. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function visibleText(text: unknown): string {
  return visible(plain(typeof text === 'string' ? text : ''))
}

const documents = ['datasheet', 'safety_datasheet', 'declaration_of_performance'] as const

/** A page links each of its version's files that the partner has, and shows its image. */
function checkMedia(page: PageRow, inner: string, expected: Expected, { mediaOf }: Surroundings): string[] {
  const faults: string[] = []
  const filesOf = (field: string): (MediaRow | undefined)[] | undefined => {
    const address = expected.version?.[field]
    return typeof address === 'string' ? expected.files[address]?.map(mediaOf) : undefined
  }
  for (const field of documents) {
    const files = filesOf(field)
    if (files === undefined) continue
    if (files.every((file) => file === undefined)) faults.push(`its ${field} is not in the media library`)
    else if (!files.some((file) => file !== undefined && inner.includes(file.sourceUrl)))
      faults.push(`the page does not link its ${field}`)
  }
  const images = filesOf('image') ?? []
  if (images.length > 0 && !images.some((image) => image?.id === page.featuredMedia))
    faults.push(
      `the featured media is ${page.featuredMedia}, not ${images.map((image) => image?.id).join(' or ')}`,
    )
  return faults
}

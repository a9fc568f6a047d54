import type { MediaRow, PageRow } from '../actors/pages.ts'
import { countBlocks, partsOf, visible } from '../actors/pages.ts'
import { pluginMark } from '../actors/server.ts'
import type { Expected, Words } from './expectation.ts'
import { withoutForgone } from './forgone.ts'
import { signsOf, withoutPersons } from './contested.ts'
import { bannerField, plain, shownTexts } from './versions.ts'

/** The surroundings of a page, which are judged in addition to its expectation. */
export type Surroundings = {
  slug: string
  parent: number | undefined
  /** The attachment of these bytes. */
  mediaOf: (sha256: string) => MediaRow | undefined
  /** The name of a term. */
  tagOf: (id: number) => string | undefined
  /** Whether an editor deleted the attachment. */
  isDeleted: (id: number) => boolean
  /** Whether an editor deleted an attachment of these bytes. */
  wasDeleted: (sha256: string) => boolean
}

/** Every difference between a record's page and its expectation, in words. */
export function checkPage(known: Expected, page: PageRow, around: Surroundings): string[] {
  const expected = withoutForgone(known, page)
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
  if (words.image !== undefined) must(page.featuredMedia === words.image, 'a person’s image is gone')
  if (words.whole !== undefined) must(page.content === words.whole, 'a person’s content was changed')
  const parts = partsOf(page.content)
  if (words.whole === undefined) {
    must(parts !== undefined, 'the mirrored block is gone')
    must(countBlocks(page.content) <= 1, 'the mirrored block is there twice')
    if (words.inner?.trim() === '') must(parts?.inner.trim() === '', 'an emptied block is filled again')
    for (const sign of signsOf(words.inner ?? ''))
      must(parts?.inner.includes(sign) === true, `a person’s edit inside of the block is gone: ${sign}`)
    if (words.opening !== undefined)
      must(parts?.opening === words.opening, 'the block is locked again or changed')
    for (const mark of expected.styles)
      must(parts?.inner.includes(`"name":"${mark}"`) === true, `an editor’s style ${mark} is gone`)
    const { before = '', after = '' } = words.outside ?? {}
    must(parts?.before.trimEnd() === before.trimEnd(), 'what stands before the block was changed')
    must(parts?.after.trimStart() === after.trimStart(), 'what stands after the block was changed')
  }
  if (knowsNotice(expected, page))
    must(
      parts?.inner.includes('mirror-notice') === (expected.retired === 'notice'),
      `shows ${expected.retired === 'notice' ? 'no notice' : 'a notice'}`,
    )
  // A page in the trash is not written: it keeps its content, even after its return while it is held. And once Redis was
  // lost, a page without its block counts as a foreign page.
  const waits = inTrash || (expected.hold && expected.owed)
  if (version === undefined || waits || (expected.forgotten && words.whole !== undefined)) return faults
  if (expected.unclaimed === 'kept') return faults
  const shows = (text: unknown): string => readable(typeof text === 'string' ? text : '')
  if (words.title === undefined)
    must(visible(page.title) === visibleText(version['name']), `the title is “${page.title}”`)
  const blurb = shows(version['intro']) || shows(version['application_short'])
  if (words.excerpt === undefined) must(readable(page.excerpt) === blurb, `the excerpt is “${page.excerpt}”`)
  faults.push(...checkMapped(expected, page, around))
  if (words.whole !== undefined || parts === undefined || expected.stale) return faults
  // Once Redis was lost, the missing content of an edited page may be taken for an edit.
  const contested = words.inner === undefined ? [] : expected.contested
  if (words.inner !== undefined && (words.inner.trim() === '' || expected.forgotten)) return faults
  if (contested.includes('all')) return faults
  const seen = readable(parts.inner)
  for (const [field, text] of shownTexts(version))
    if (!contested.includes(field))
      must(seen.includes(shows(text)), `the page does not show ${field}: ${text.slice(0, 60)}`)
  const ours = words.inner === undefined ? page.content : withoutPersons(page.content)
  // A file keeps the name of the product that it was first uploaded for.
  const shown = ours.replaceAll(/(?:href|src)="[^"]*"|"url":"[^"]*"/g, '')
  const stale = expected.former.filter((mark) => shown.includes(mark))
  must(stale.length === 0, `the page still shows ${stale.join(', ')}`)
  if (!contested.includes('links'))
    faults.push(...checkMedia(page, parts.inner, { ...expected, words }, around))
  return faults
}

/**
 * Whether it is certain that the page shows a notice, or that it shows none. A page that an editor hid in the meantime may
 * have either, and a notice that an editor changed stays.
 */
export function knowsNotice(
  { words, statuses, forgotten, hold, held, trashed }: Expected,
  { status }: PageRow,
): boolean {
  if ('inner' in words || 'whole' in words || forgotten || hold || held || trashed) return false
  return status === 'publish' && statuses.length === 1
}

/** The fields of the map, which no editor changes: the item number as a meta field and as the only term. */
function checkMapped({ version = {} }: Expected, { mapped }: PageRow, { tagOf }: Surroundings): string[] {
  if (mapped === undefined) return []
  const sent = version['item_number']
  const item = typeof sent === 'string' ? sent.trim() : ''
  const tags = mapped.tags.map((id) => tagOf(id) ?? `term ${id}`)
  return [
    ...(mapped.item === item ? [] : [`meta.item is “${String(mapped.item)}”, not “${item}”`]),
    ...(tags.join() === item ? [] : [`its terms are “${tags.join()}”, not “${item}”`]),
  ]
}

/** The words that must be on the page. If a word may be the editor's or the partner's, the page decides. */
function current(
  { words, either }: Expected,
  { title, excerpt, content, featuredMedia: image }: PageRow,
): Words {
  const says = { title, excerpt, image, inner: partsOf(content)?.inner, whole: content }
  const left = { ...words }
  for (const word of either) {
    const stands =
      word === 'inner' && words.inner?.trim() !== ''
        ? signsOf(words.inner ?? '').every((sign) => says.inner?.includes(sign))
        : says[word]?.toString().trim() === words[word]?.toString().trim()
    if (!stands) delete left[word]
  }
  // A block that was removed and added again is at the end.
  if (words.whole !== undefined && left.whole === undefined) left.outside = { before: words.whole, after: '' }
  return left
}

/** The visible text, except for the words that the plug-in adds (`server.ts`). */
export const readable = (markup: string): string => visible(markup).replaceAll(pluginMark, '')

function visibleText(text: unknown): string {
  return visible(plain(typeof text === 'string' ? text : ''))
}

const documents = ['datasheet', 'safety_datasheet', 'declaration_of_performance'] as const

/** A page links each of its version's files that the partner has, and shows its image. */
function checkMedia(
  page: PageRow,
  inner: string,
  expected: Expected,
  { mediaOf, isDeleted, wasDeleted }: Surroundings,
): string[] {
  const faults: string[] = []
  const filesOf = (field: string): (MediaRow | undefined)[] | undefined => {
    const address = expected.version?.[field]
    if (typeof address !== 'string') return undefined
    // Once Redis was lost, only its bytes identify the attachment of a URL's file, and the partner no longer has them.
    if (expected.forgotten && expected.lacks.includes(address)) return undefined
    return expected.files[address]?.map(mediaOf)
  }
  // No run writes to a page whose product is gone, that is held, or whose version is held back: a file that an editor
  // deleted stays away.
  const isLeft = expected.retired !== undefined || expected.hold
  const isUnwritten = isLeft || expected.held
  const [banner = ''] = /\bmirror-banner\b[^]*?<\/figure>/.exec(inner) ?? []
  const bannerId = Number(/\bwp-image-(\d+)/.exec(banner)?.[1])
  // A deleted file that was uploaded again may have its former URL, and then pages keep its former id.
  const isBanner = (file: MediaRow | undefined): boolean =>
    file !== undefined &&
    (bannerId === file.id || (isDeleted(bannerId) && banner.includes(`"${file.sourceUrl}"`)))
  const isTaken = (field: string): boolean =>
    (expected.files[String(expected.version?.[field])] ?? []).some(wasDeleted)
  for (const field of documents) {
    const files = filesOf(field)
    // A version that an undo restored is written again for its links only, with the files of that day.
    if (files === undefined || (expected.skips !== undefined && files.length > 1)) continue
    if (files.every((file) => file === undefined)) {
      if (!(isUnwritten && isTaken(field))) faults.push(`its ${field} is not in the media library`)
    } else if (
      !files.some((file) => file !== undefined && inner.includes(file.sourceUrl)) &&
      // In a night without the product, a run removes the link to a file that an editor deleted. The file returns with
      // the product, but no run writes to a page whose version is held back.
      !(expected.held && isTaken(field))
    )
      faults.push(`the page does not link its ${field}`)
  }
  const banners = expected.version?.[bannerField] === expected.version?.['image'] ? [] : filesOf(bannerField)
  const isOurs = expected.words.inner === undefined && !isUnwritten && expected.skips === undefined
  if (isOurs && banners?.some((file) => file !== undefined) === true && !banners.some(isBanner))
    faults.push('the page does not show its banner')
  const images = filesOf('image') ?? []
  const isWithout = (id: number): boolean => id === 0 || isDeleted(id)
  if (
    expected.words.image === undefined &&
    images.length > 0 &&
    !((isLeft || (isUnwritten && isTaken('image'))) && isWithout(page.featuredMedia)) &&
    !images.some((image) => image?.id === page.featuredMedia)
  )
    faults.push(
      `the featured media is ${page.featuredMedia}, not ${images.map((image) => image?.id).join(' or ')}`,
    )
  return faults
}

import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { hasFilteredJsonLd, jsonLdType } from '../markup/json-ld.ts'
import { factsOf, sameFacts, sameText } from '../markup/visible-content.ts'
import type { Page, PageWrite } from '../record/page.ts'
import { mappedWritten, sameField, sentValue } from '../merge/page-fields.ts'
import { digestTokensIn } from '../merge/text-digests.ts'
import { canonicalText, isMappedField, type MappedField, type MappedValue } from '../record/mapped.ts'

/** A part of a write that the CMS accepted but did not store. */
export type Unstored = 'text' | 'JSON-LD' | 'title' | 'excerpt' | 'image' | 'status' | MappedField

/**
 * The parts of an accepted write that a page does not show. `read` is the page before an update. A part counts as not
 * stored only if it still has its earlier value, because the CMS and its plugins may change the stored text.
 */
export function unstored(write: PageWrite, read: Page | undefined, page: Page): Unstored[] {
  if (write.kind === 'delete') return write.force || page.status === 'trash' ? [] : ['status']
  return write.kind === 'create'
    ? unstoredOfCreate(write.body, page)
    : unstoredOfUpdate(write.body, read, page)
}

function unstoredOfCreate(
  { title, excerpt, content, status, ...body }: PageWriteBody,
  page: Page,
): Unstored[] {
  const isMissing = (sent: string | undefined, shown: string): boolean =>
    shown === '' && !sameText(sent ?? '', '')
  return [
    ...(content !== undefined && isOtherText(content, page.content) ? ['text' as const] : []),
    ...(isMissing(title, page.title) ? ['title' as const] : []),
    ...(isMissing(excerpt, page.excerpt) ? ['excerpt' as const] : []),
    ...(page.featuredMedia === 0 && (body.featured_media ?? 0) !== 0 ? ['image' as const] : []),
    ...(status !== undefined && page.status !== status ? ['status' as const] : []),
    ...(isFiltered(content, page) ? ['JSON-LD' as const] : []),
    ...writtenOf(body, page).filter(
      (field) => isEmpty(field, page.mapped?.[field]) && !isEmpty(field, sentValue(body, field)),
    ),
  ]
}

/** Whether the CMS removed the tags of JSON-LD: our user has just lost the right to write scripts. */
function isFiltered(sent: string | undefined, page: Page): boolean {
  return sent?.includes(jsonLdType) === true && hasFilteredJsonLd(page.content)
}

/** Whether a page shows neither the digests nor any text of the body that was sent. */
function isOtherText(sent: string, shown: string): boolean {
  if (shown === sent) return false
  const digests = digestTokensIn(sent)
  if (digests !== '' && digestTokensIn(shown) === digests) return false
  const texts = textsIn(shown)
  return ![...textsIn(sent)].some((text) => texts.has(text))
}

/** The fields of the map that a body writes; a post is created with others, too. */
function writtenOf(body: PageWriteBody, { mapped = {} }: Page): MappedField[] {
  return mappedWritten(body).filter((field) => Object.hasOwn(mapped, field))
}

function isEmpty(field: MappedField, value: MappedValue | undefined): boolean {
  return canonicalText(field, value) === ''
}

function textsIn(content: string): Set<string> {
  return new Set(factsOf(content).flatMap(({ kind, value }) => (kind === 'text' ? [value] : [])))
}

function unstoredOfUpdate(body: PageWriteBody, read: Page | undefined, page: Page): Unstored[] {
  if (read === undefined) return []
  const { title, excerpt, content, featured_media: image, status } = body
  const stayed = (sent: string | undefined, before: string, shown: string): boolean =>
    sent !== undefined && shown === before && !sameText(sent, before) && !isExtended(sent, shown)
  return [
    ...(content !== undefined && isOldText(content, read.content, page.content) ? ['text' as const] : []),
    ...(stayed(title, read.title, page.title) ? ['title' as const] : []),
    ...(stayed(excerpt, read.excerpt, page.excerpt) ? ['excerpt' as const] : []),
    ...(image !== undefined && image !== read.featuredMedia && page.featuredMedia === read.featuredMedia
      ? ['image' as const]
      : []),
    ...(status !== undefined && status !== read.status && page.status === read.status
      ? ['status' as const]
      : []),
    ...(isFiltered(content, page) ? ['JSON-LD' as const] : []),
    ...writtenOf(body, page).filter((field) => {
      const [before, shown] = [read.mapped?.[field], page.mapped?.[field]]
      return sameField(field, before, shown) && !sameField(field, before, sentValue(body, field))
    }),
  ]
}

/** Whether a page shows all words that were sent: a plugin may add words to every title or excerpt. */
function isExtended(sent: string, shown: string): boolean {
  const words = wordsOf(sent)
  return words !== '' && ` ${wordsOf(shown)} `.includes(` ${words} `)
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Whether a page still has its earlier content, judged by the digests in its blocks if the write changed them. */
function isOldText(sent: string, before: string, shown: string): boolean {
  const [ours, earlier] = [digestTokensIn(sent), digestTokensIn(before)]
  if (ours !== earlier) return earlier === '' ? shown === before : digestTokensIn(shown) === earlier
  return ours === '' && shown === before && !sameFacts(sent, before)
}

export function namesOfUnstored(parts: readonly Unstored[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(
    parts.map((part) => (isMappedField(part) ? `the field ${part}` : `the ${part}`)),
  )
}

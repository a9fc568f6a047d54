import type { Page, PageWrite, PageWritten } from '../core/record/page.ts'
import { isNumberedSlug } from '../core/page/duplicate-slug.ts'

/** The class names that identify the record or the place of a mirrored block. */
const marks = /\bproduct-mirror (?:gtin-\d+|mirror-\w+)(?: lang-[\w-]+)?/

/**
 * Why responses cannot belong to the writes at their index: a page of another id, slug or record. A proxy or
 * a plug-in that loses the order of a batch would otherwise bind records to wrong pages.
 */
export function findMismatch(
  writes: readonly PageWrite[],
  answers: readonly PageWritten[],
): string | undefined {
  const slugs = new Set(writes.flatMap((write) => (write.kind === 'create' ? (write.body.slug ?? []) : [])))
  const seen = new Set<number>()
  for (const [index, write] of writes.entries()) {
    const answer = answers[index]
    if (answer?.ok !== true) continue
    const { page } = answer
    const isOther =
      seen.has(page.id) ||
      (write.kind === 'create' ? isOtherCreate(write, page, slugs) : page.id !== write.id)
    if (isOther) return `confirmed the write of ${nameOf(write)} with page ${page.id} (${page.slug})`
    seen.add(page.id)
  }
  return undefined
}

function isOtherCreate(
  { body: { slug = '', content = '' } }: Extract<PageWrite, { kind: 'create' }>,
  page: Page,
  slugs: ReadonlySet<string>,
): boolean {
  if (page.slug !== slug && !isNumberedSlug(page.slug, slug) && slugs.has(page.slug)) return true
  const [sent] = marks.exec(content) ?? []
  const [answered] = marks.exec(page.content) ?? []
  return sent !== undefined && answered !== undefined && sent !== answered
}

function nameOf(write: PageWrite): string {
  return write.kind === 'create' ? `the new page ${write.body.slug}` : `page ${write.id}`
}

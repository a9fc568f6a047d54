import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { innerOf } from '../markup/find-block.ts'
import { readPage, type MirroredPage } from './mirrored-page.ts'
import { isAsLeft } from './compose.ts'
import type { Page, RevisedTexts, Revision } from '../record/page.ts'
import { bodyOf, mappedWritten, sameField, sentValue } from '../merge/page-fields.ts'
import type { MappedField, MappedValues } from '../record/mapped.ts'
import type { RecordKey } from '../record/record.ts'
import { compact } from '../../lib/compact.ts'

type Counted = Pick<Page, 'revision' | 'revisions'>

/**
 * Whether an editor may have saved a page between our reading (`read`) and the response to our update: our write does
 * not explain all new revisions. A site that limits the number of revisions shows no growth. A site without revisions
 * gives no evidence.
 */
export function mayBeLostEdit(read: Counted, body: PageWriteBody, answered: Counted): boolean {
  if (answered.revisions === 0) return false
  const grown = answered.revisions - read.revisions
  const renewed = answered.revision !== read.revision
  return writesTexts(body) ? grown > 1 || (grown < 1 && renewed) : renewed
}

/** Whether an update with a lost reply may have caused a lost edit, judged by the revisions before it was sent. */
export function mayHaveLostEdit(sent: Counted, page: Counted): boolean {
  return page.revisions !== 0 && page.revision !== sent.revision && page.revisions - sent.revisions !== 1
}

/**
 * An editor's save before an update of ours with a lost reply, if that update removed it. `compose` returns our write
 * over the given version, and `origin` is the page before its first revision. Undefined if no edit is lost, or if the
 * newest version is an editor's.
 */
export function savedBeforeLost(
  key: RecordKey,
  {
    revisions,
    page,
    origin,
  }: { revisions: readonly Revision[]; page: RevisedTexts; origin?: RevisedTexts | undefined },
  compose: (texts: RevisedTexts) => PageWriteBody,
): Revision | undefined {
  const saved = revisions.filter(({ autosave }) => !autosave)
  const [newest] = saved
  if (newest === undefined || !sameTexts(newest, page)) return undefined
  const sources: readonly RevisedTexts[] = origin === undefined ? saved : [...saved, origin]
  const made = sources.map((texts) => ({ texts, after: { ...texts, ...textsOf(compose(texts)) } }))
  const sourceOf = (at: number): number =>
    made.findIndex(({ texts, after }, index) => {
      const revision = saved[at]
      return (
        index > at &&
        revision !== undefined &&
        saysSame(key, revision, after) &&
        !saysSame(key, revision, texts)
      )
    })
  const source = sourceOf(0)
  return saved.find((_, index) => index > 0 && index < source && sourceOf(index) === -1)
}

/** The page as the editor saved it, without our update. */
export function asSaved(read: Page, body: PageWriteBody, answered: Page, revision: Revision): Page {
  const { title, excerpt, content, id } = revision
  return {
    ...answered,
    ...(body.status !== undefined && { status: read.status }),
    ...(body.slug !== undefined && { slug: read.slug }),
    // WordPress keeps no revisions of the image and of mapped fields, so our write counts as their only change.
    ...(body.featured_media !== undefined && { featuredMedia: read.featuredMedia }),
    ...(read.mapped && { mapped: { ...answered.mapped, ...pickMapped(read.mapped, mappedWritten(body)) } }),
    title,
    excerpt,
    content,
    revision: id,
  }
}

/** The body that changes the page `now` into the saved page plus `composed`. */
export function fixingBody(now: Page, saved: Page, composed: PageWriteBody): PageWriteBody {
  const title = composed.title ?? saved.title
  const excerpt = composed.excerpt ?? saved.excerpt
  const content = composed.content ?? saved.content
  const { featured_media: image, status, slug } = composed
  return {
    ...(title !== now.title && { title }),
    ...(excerpt !== now.excerpt && { excerpt }),
    ...(content !== now.content && { content }),
    ...(image !== undefined && image !== now.featuredMedia && { featured_media: image }),
    ...(status !== undefined && status !== now.status && { status }),
    ...(slug !== undefined && slug !== now.slug && { slug }),
    ...bodyOf(changedFields(now, composed)),
  }
}

/** The mapped fields of a body that a page shows with another value. */
function changedFields({ mapped = {} }: Page, composed: PageWriteBody): MappedValues {
  const changed = mappedWritten(composed).filter(
    (field) => !sameField(field, mapped[field], sentValue(composed, field)),
  )
  return Object.fromEntries(changed.map((field) => [field, sentValue(composed, field)]))
}

function pickMapped(values: MappedValues, fields: readonly MappedField[]): MappedValues {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
}

export function writesTexts({ title, excerpt, content }: PageWriteBody): boolean {
  return title !== undefined || excerpt !== undefined || content !== undefined
}

function textsOf({ title, excerpt, content }: PageWriteBody): Partial<RevisedTexts> {
  return compact({ title, excerpt, content })
}

/** WordPress creates no revision if only white space differs. */
export function sameTexts(a: RevisedTexts, b: RevisedTexts): boolean {
  return sameWords(a.title, b.title) && sameWords(a.excerpt, b.excerpt) && sameWords(a.content, b.content)
}

function saysSame(key: RecordKey, a: RevisedTexts, b: RevisedTexts): boolean {
  return (
    sameWords(a.title, b.title) &&
    sameWords(a.excerpt, b.excerpt) &&
    (sameWords(a.content, b.content) || sameAround(readPage(key, a), readPage(key, b)))
  )
}

/** Whether the text around the block and the facts in it are equal: the CMS may rewrite the markup that we sent. */
function sameAround(
  { page: a, block: one }: MirroredPage<RevisedTexts>,
  { page: b, block: other }: MirroredPage<RevisedTexts>,
): boolean {
  if (one.state !== 'ok' || other.state !== 'ok') return false
  const around = ({ content }: RevisedTexts, { innerStart, innerEnd }: typeof one) =>
    content.slice(0, innerStart) + content.slice(innerEnd)
  return (
    sameWords(around(a, one), around(b, other)) &&
    isAsLeft(innerOf(a.content, one), innerOf(b.content, other))
  )
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
  return a === b || words(a) === words(b)
}

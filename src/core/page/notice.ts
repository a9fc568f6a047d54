import { blockCondition, type BlockCondition } from '../markup/block-condition.ts'
import { joinBlocks } from '../markup/blocks.ts'
import { asDiscontinued } from '../markup/json-ld.ts'
import { joinUnits, unitsOf } from '../markup/units.ts'
import { sameFacts } from '../markup/visible-content.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { PageTexts } from '../record/page.ts'
import { digestOfText } from '../merge/text-digests.ts'
import { noticeClass, successorLink, type Successor } from '../render/notice.ts'
import { isAsWritten } from '../render/parent.ts'
import type { Written } from './compose.ts'
import { digestsOn, type MirroredPage } from './mirrored-page.ts'
import { ownTexts } from './own-texts.ts'

/** Why the mirrored block of a page has no place for a notice; `unclear`: its parts cannot be separated. */
export type NoticeObstacle = Exclude<BlockCondition, 'ok' | 'unlocked'> | 'unclear'

const token = new RegExp(`\\b${noticeClass}\\b`)

/** Whether the mirrored block shows a notice, even one that an editor changed or moved. */
export function showsNotice({ inner }: Pick<MirroredPage, 'inner'>): boolean {
  return hasNotice(inner)
}

/** Our last version of a page, and the same with a notice at the top: two sides of a merge. */
export type NoticeSides = { base: PageTexts; wanted: PageTexts }

/**
 * The sides of the merge that adds a notice to a page. A notice that is already there stays: an earlier try of the write
 * may have landed, or an editor may have kept it when its product returned.
 */
export function noticeSides(mirrored: MirroredPage, written: Written, notice: string): NoticeSides {
  const { inner } = mirrored
  const ours = ownTexts(mirrored, written)
  if (!hasNotice(inner)) {
    const base = { ...ours, inner: withoutNotice(ours.inner) }
    return { base, wanted: withBlocks(soldOut(base), [notice]) }
  }
  const { base } = written
  return { base, wanted: hasNotice(ours.inner) ? ours : withBlocks(soldOut(base), ownNotices(inner)) }
}

/**
 * The sides of the merge that updates the notice of a retired page. A notice that an editor changed or removed stays so.
 * If the page shows an older block of ours, for example from a backup, the notice was not removed by an editor.
 */
export function updatedNoticeSides(mirrored: MirroredPage, written: Written, notice: string): NoticeSides {
  const { inner } = mirrored
  if (!hasNotice(inner)) {
    if (losesNotice(mirrored, written)) return noticeSides(mirrored, written, notice)
    return { base: written.base, wanted: written.base }
  }
  const base = ownTexts(mirrored, written)
  const isOurs = ownNotices(inner).length > 0
  return { base, wanted: isOurs ? { ...base, inner: withNotice(base.inner, notice) } : base }
}

/**
 * Whether a retired page shows our block from before its notice: an editor's stale save or a backup restored it. An
 * editor who removes the notice leaves the digest of the block with the notice.
 */
export function losesNotice(mirrored: MirroredPage<{ content: string }>, { base }: Written): boolean {
  const digests = digestsOn(mirrored)
  return (
    !hasNotice(mirrored.inner) &&
    hasNotice(base.inner) &&
    digests !== undefined &&
    digests.inner !== digestOfText('inner', base.inner)
  )
}

/** Whether the notice in a block links this page and no other; also true for a block without a notice. */
export function linksSuccessor(inner: string, successor: Successor | undefined): boolean {
  const units = hasNotice(inner) ? (unitsOf(inner) ?? []) : []
  const wanted = successor ? successorLink(successor) : ''
  return units
    .filter(({ markup }) => hasNotice(markup))
    .every(({ markup }) => sameFacts(/<a [^>]*>.*<\/a>/.exec(markup)?.[0] ?? '', wanted))
}

/** These fields with the page's notice, which is ours unless an editor changed it. */
export function withOwnNotice({ inner }: Pick<MirroredPage, 'inner'>, texts: PageTexts): PageTexts {
  return withBlocks(texts, ownNotices(inner))
}

/**
 * The body that puts a notice at the top of a block whose last version of ours is unknown. The digests stay, so the
 * rest of the block counts as ours or as an editor's as before.
 */
export function insertNotice({ page, block, inner }: MirroredPage, notice: string): PageWriteBody {
  if (block.state !== 'ok' || hasNotice(inner)) return {}
  const { content } = page
  const blocks = joinBlocks([notice, content.slice(block.innerStart, block.innerEnd)])
  return { content: content.slice(0, block.innerStart) + blocks + content.slice(block.innerEnd) }
}

/** Why a page shows no notice after its merge; `ours` is our last version of its block. */
export function noticeObstacle(
  { page, block }: MirroredPage<{ content: string }>,
  ours: string,
): NoticeObstacle {
  const condition = blockCondition(page.content, block, ours)
  return condition === 'ok' || condition === 'unlocked' ? 'unclear' : condition
}

function soldOut(texts: PageTexts): PageTexts {
  return { ...texts, inner: asDiscontinued(texts.inner) }
}

function hasNotice(markup: string | undefined): boolean {
  return markup !== undefined && token.test(markup)
}

function ownNotices(inner: string | undefined): string[] {
  const units = inner !== undefined && hasNotice(inner) ? (unitsOf(inner) ?? []) : []
  return units.map(({ markup }) => markup).filter((markup) => hasNotice(markup) && isAsWritten(markup))
}

function withNotice(inner: string, notice: string): string {
  const units = unitsOf(inner)
  return units === undefined
    ? inner
    : joinUnits(units.map((unit) => (hasNotice(unit.markup) ? { ...unit, markup: notice } : unit)))
}

function withoutNotice(inner: string): string {
  const units = hasNotice(inner) ? unitsOf(inner) : undefined
  return units === undefined ? inner : joinUnits(units.filter(({ markup }) => !hasNotice(markup)))
}

function withBlocks(texts: PageTexts, blocks: readonly string[]): PageTexts {
  return { ...texts, inner: joinBlocks([...blocks, texts.inner].filter((part) => part !== '')) }
}

import { blockCondition } from '../../core/markup/block-condition.ts'
import { composeUpdate, currentTexts } from '../../core/page/compose.ts'
import { conflictOf } from '../../core/page/conflict.ts'
import { explainMerge } from '../../core/page/explain-merge.ts'
import { seenDigest } from '../../core/decisions/pending-decision.ts'
import type { Page, PageTexts } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'
import type { PageItem } from './page-item.ts'

/** Merges a change with a page: the current one, or what an editor made of it. */
export function mergeCurrentPage(
  deps: SyncDeps,
  runId: string,
  { change, wanted, base, snapshot, decision }: PageItem & { base: PageTexts },
  page: Page,
) {
  const overwrite = decision?.kind === 'overwrite' ? decision : undefined
  const applies =
    overwrite !== undefined && seenDigest(overwrite.fields, currentTexts(change, page)) === overwrite.seen
  const { onEdit } = deps.policy
  const giveWay = applies && onEdit === 'keep' ? overwrite.fields : onEdit
  const { body, merge, stale } = composeUpdate(change, page, { base, wanted, past: snapshot?.past }, giveWay)
  const met = { runId, at: deps.now().toISOString() }
  return {
    body,
    merge,
    conflict: conflictOf(change, page, merge.conflicts, { base, ours: wanted, ...met }),
    note: explainMerge(change, {
      merge,
      block: blockCondition(change, page.content, base.inner),
      stale,
      pending: overwrite && { pending: overwrite, applies },
    }),
  }
}

/** The texts that count as ours in a merge, unless more is known about the page. */
export function baseOf({ snapshot, wanted }: Pick<PageItem, 'snapshot' | 'wanted'>): PageTexts {
  // Nobody knows who wrote a page that was found, so every difference counts as an editor's.
  return snapshot?.base ?? wanted
}

import { blockCondition } from '../../core/markup/block-condition.ts'
import { composeUpdate, currentTexts } from '../../core/page/compose.ts'
import { conflictOf } from '../../core/page/conflict.ts'
import { explainMerge } from '../../core/page/explain-merge.ts'
import { seenDigest } from '../../core/decisions/pending-decision.ts'
import type { Page, PageTexts } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'
import type { Item } from './page-item.ts'

type Deps = Pick<SyncDeps, 'policy' | 'now'>
type Input = { runId: string; readOnly?: boolean }

/** Merges a change with a page, which is the one that stands or what a person made of it. */
export function mergeCurrentPage(deps: Deps, input: Input, item: Item, page: Page) {
  const { change, wanted, snapshot, pending } = item
  const base = baseOf(item)
  const overwrite = pending?.kind === 'overwrite' && input.readOnly !== true ? pending : undefined
  const applies =
    overwrite !== undefined && seenDigest(overwrite.fields, currentTexts(change, page)) === overwrite.seen
  const { onEdit } = deps.policy
  const giveWay = applies && onEdit === 'keep' ? overwrite.fields : onEdit
  const { body, merge, stale } = composeUpdate(change, page, base, wanted, giveWay, snapshot?.past)
  const met = { runId: input.runId, at: deps.now().toISOString() }
  return {
    body,
    merge,
    conflict: conflictOf(change, page, merge.conflicts, { base, ours: wanted }, met),
    note: explainMerge(change, {
      merge,
      block: blockCondition(change, page.content, base.inner),
      stale,
      pending: overwrite && { pending: overwrite, applies },
    }),
  }
}

/** The texts that a merge takes for ours. */
export function baseOf(item: Item): PageTexts {
  // Nobody knows who wrote what was only found: what differs is an editor's.
  return item.base ?? item.snapshot?.base ?? item.wanted
}

import type { SimpleReason } from '../../core/reasons/reason.ts'
import { blockCondition } from '../../core/markup/block-condition.ts'
import { baseAfter, composeUpdate, pastAfter, shownOn } from '../../core/page/compose.ts'
import { conflictOf, fieldsInConflict, type Conflict } from '../../core/page/conflict.ts'
import { fieldsIn } from '../../core/merge/merge-fields.ts'
import {
  cameWithUndo,
  fieldsUndone,
  holdOfUndo,
  skippedBy,
  skipOfUndo,
  versionNotShown,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import { mergeReasons } from '../../core/decisions/merge-reasons.ts'
import { publicLink } from '../../core/page/links.ts'
import type { Page, MergeField } from '../../core/record/page.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot, Undone } from '../../core/record/snapshot.ts'
import { undoneAfter, undoneAfterWhole } from '../../core/plan/undone.ts'
import { undoneFields } from '../../core/plan/undo-part.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import type { PutBack, RevertItem } from './page-item.ts'
import { compact } from '../../lib/compact.ts'
import { digestOf } from '../../core/text/digest.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** Commits a reverted record; `page` is the page in the CMS's response. */
export function commitRevert(
  deps: SyncDeps,
  runId: string,
  { change, done, undoable, decision }: RevertItem,
  { undo, page }: { undo: PutBack; page: Page },
): Commit {
  const at = deps.now().toISOString()
  const { gtin, language, undoes } = change
  const { before, after } = done.outcome
  const { fields: only } = change
  const fields = only ?? done.outcome.fields
  const outcome: Outcome = compact({
    gtin,
    language,
    result: 'undone',
    pageId: page.id,
    link: page.link,
    reasons: [{ code: 'undone', runId: undoes }, ...undo.reasons],
    fields,
    ...(undo.left.length > 0 && { kept: undo.left }),
    at,
    before: after,
    // The page keeps the rest of the newer version.
    after: only === undefined ? before : digestOf(undo.product),
  })
  const {
    undoneInPart: _,
    undone: __,
    ...stored
  } = snapshotAfter({ runId, writtenAt: at }, change, undo, page)
  const undone =
    only === undefined
      ? undoneAfterWhole(undoes, undo.snapshot, undoable.replaced)
      : undoneAfter(undo.snapshot, {
          runId,
          at,
          named: done.replaced ? undoneFields(done.replaced, undo.snapshot, only) : { product: [], page: [] },
          restored: undo.fields,
          product: undo.product,
          base: stored.base,
          editors: undo.base,
        })
  const snapshot: Snapshot = compact({
    ...stored,
    undoneInPart: only && { runId: undoes, by: runId },
    undone,
  })
  const comes = decisionAfter({ runId, undoes, at }, { ...undo, undone }, decision)
  const back = conflictThatReturns({ runId, at }, change, undo, { page, after: snapshot })
  return {
    outcome: back ? withConflict(outcome, back) : outcome,
    snapshot,
    replaced: undo.replaced,
    ...(only && done.replaced && { remains: { runId: undoes, replaced: done.replaced } }),
    page,
    ...(undo.state === 'mirrored' && {
      pageState: pageStateOf(page, editedIn(undo), {
        pageStatus: deps.policy.pageStatus,
        at,
        awaits: undo.awaits,
      }),
    }),
    ...(back && { conflict: back.conflict }),
    ...(comes !== decision && { pending: { read: decision, now: comes } }),
  }
}

/**
 * The decision that an undo leaves. It explains why the page differs from the partner's version, and a hold keeps the
 * next run from retiring or restoring the page again.
 */
function decisionAfter(
  { runId, undoes, at }: { runId: string; undoes: string; at: string },
  { state, snapshot, product, awaits, replaced, undone }: PutBack & { undone: Undone | undefined },
  stands: PendingDecision | undefined,
): PendingDecision | undefined {
  const version = { product, digest: snapshot.digest, undone }
  // An earlier template or links are not a change of the partner's version.
  const skips = versionNotShown(version)
  const isRedone = stands !== undefined && cameWithUndo(stands, undoes)
  // Nothing else would keep the next run from publishing the same version of the product again.
  const isUnpublished = awaits !== undefined && replaced.status !== undefined && skips === undefined
  if ((state !== snapshot.state || isUnpublished) && !isRedone) return holdOfUndo(runId, at, skips)
  const pending = isRedone || skippedBy(stands) !== undefined ? undefined : stands
  if (skips === undefined) return pending
  const fields = fieldsUndone(version)
  if (undone !== undefined && fields !== undefined) return skipOfUndo(undone.runId, undone.at, skips, fields)
  const isSame = stands?.kind === 'skip' && stands.digest === skips && stands.fields === undefined
  return isSame && !isRedone ? stands : skipOfUndo(runId, at, skips)
}

type Returned = { conflict: Conflict; reasons: SimpleReason[] }

/** If the undo restored an editor's text in place of the partner's current one, it needs a new decision. */
function conflictThatReturns(
  met: { runId: string; at: string },
  key: RecordKey,
  { snapshot, state }: PutBack,
  { page, after }: { page: Page; after: Snapshot },
): Returned | undefined {
  const { base } = after
  const showsCurrent = versionNotShown(after) === undefined
  if (state !== 'mirrored' || !showsCurrent) return undefined
  const ours = snapshot.base
  const mirrored = readPage(key, page)
  const { merge } = composeUpdate(mirrored, { base, wanted: ours }, 'keep')
  const conflict = conflictOf(mirrored, merge, { base, ours, ...met })
  const block = blockCondition(page.content, mirrored.block, base.inner)
  return conflict && { conflict, reasons: mergeReasons({ merge, block }) }
}

/** The fields that hold an editor's text after the undo. */
function editedIn({ left, base, wanted }: PutBack): MergeField[] {
  return fieldsIn(wanted).filter((field) => left.includes(field) || base[field] !== undefined)
}

function withConflict(outcome: Outcome, { conflict, reasons }: Returned): Outcome {
  const { reasons: earlier = [] } = outcome
  return { ...outcome, reasons: [...earlier, ...reasons], conflicts: fieldsInConflict(conflict) }
}

function snapshotAfter(
  write: { runId: string; writtenAt: string },
  key: RecordKey,
  { snapshot, page: stood, fields, block, wanted, base, product, links, state, retiredTo }: PutBack,
  page: Page,
): Snapshot {
  // The digest stays that of the undone run, so that no later run writes that version again automatically.
  const others = fieldsIn(wanted).filter((field) => !fields.includes(field))
  const merged = fields.includes('inner') ? block : undefined
  const mirrored = readPage(key, page)
  const read = { ...baseAfter(mirrored, wanted, { left: others, block: merged }), ...base }
  const { shown } = shownOn(mirrored, read)
  const past = pastAfter(snapshot, shown ?? read.inner)
  const revision = page.revision === stood.revision ? snapshot.revision : page.revision
  const link = publicLink(page) ?? snapshot.link
  return compact({
    ...snapshot,
    ...write,
    product,
    links,
    link,
    base: read,
    past: past.length > 0 ? past : undefined,
    shown,
    revision,
    state,
    retiredTo,
  })
}

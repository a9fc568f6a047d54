import type { Outcome } from '../../core/plan/change.ts'
import { baseAfter, pastAfter, shownOn } from '../../core/page/compose.ts'
import { mergeFields } from '../../core/page/merge.ts'
import {
  cameWithUndo,
  holdOfUndo,
  skippedBy,
  skipOfUndo,
  versionNotShown,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import type { Page, PageWritten } from '../../core/page/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { Undo, Undoable } from '../../core/plan/undo.ts'
import { refusedToPutBack } from '../batches/repair-lost-edit.ts'
import { failed, stampOf } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Done } from '../ports/undo.ts'
import type { Commit } from '../ports/writes.ts'

/** A record to put back: what the run did to it, and a person's decision about it. */
export type UndoItem = { key: RecordKey; done: Done; undoable: Undoable; pending?: PendingDecision }

type PutBack = Extract<Undo, { kind: 'put back' }>

/** Commits a record that was put back; `page` is the page in the CMS's answer. */
export function commitPutBack(
  deps: SyncDeps,
  { runId, undoes }: { runId: string; undoes: string },
  { key, done, pending, undo }: UndoItem & { undo: PutBack },
  page: Page,
): Commit {
  const at = deps.now().toISOString()
  const { before, after, fields } = done.outcome
  const outcome: Outcome = {
    ...key,
    result: 'undone',
    pageId: page.id,
    link: page.link,
    reason: [`what run ${undoes} did is undone`, undo.reason].filter(Boolean).join('; '),
    ...(fields && { fields }),
    ...(undo.left.length > 0 && { kept: undo.left }),
    at,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  }
  const comes = pendingAfter({ runId, undoes, at }, undo, pending)
  return {
    outcome,
    snapshot: snapshotAfter({ runId, writtenAt: at }, key, undo, page),
    replaced: undo.replaced,
    ...(comes !== pending && { pending: { read: pending, now: comes } }),
  }
}

/**
 * The decision that an undo leaves. It explains why the page differs from the partner's version, and a hold keeps the
 * next run from retiring or restoring the page again.
 */
function pendingAfter(
  { runId, undoes, at }: { runId: string; undoes: string; at: string },
  { state, snapshot, product }: PutBack,
  stands: PendingDecision | undefined,
): PendingDecision | undefined {
  // An earlier template or links say nothing about the partner's version.
  const skips = versionNotShown({ product, digest: snapshot.digest })
  const isRedone = stands !== undefined && cameWithUndo(stands, undoes)
  if (state !== snapshot.state && !isRedone) return holdOfUndo(runId, at, skips)
  const pending = isRedone || skippedBy(stands) !== undefined ? undefined : stands
  if (skips === undefined) return pending
  return stands?.kind === 'skip' && stands.digest === skips && !isRedone
    ? stands
    : skipOfUndo(runId, at, skips)
}

/** Commits a record whose page stays as it is. */
export function commitLeft(deps: SyncDeps, { key, done }: UndoItem, reason: string): Commit {
  const { pageId, link } = done.outcome
  return {
    outcome: {
      ...key,
      result: 'kept',
      reason: `not put back: ${reason}`,
      ...(pageId !== undefined && { pageId }),
      ...(link !== undefined && { link }),
      ...stampOf(deps),
    },
  }
}

/** Commits a write that the CMS refused; `saved`: the write was to restore what an editor saved meanwhile. */
export function commitRefused(
  deps: SyncDeps,
  item: UndoItem,
  answer: Extract<PageWritten, { ok: false }>,
  saved?: Page,
): Commit {
  if (answer.code === 'rest_post_invalid_id') return commitLeft(deps, item, 'the page is gone')
  const said = `${answer.reason} (${answer.status} ${answer.code})`
  const reason = saved ? refusedToPutBack(saved, answer) : `the CMS refused to put the page back: ${said}`
  return { outcome: failed(deps, item.key, reason) }
}

function snapshotAfter(
  write: { runId: string; writtenAt: string },
  key: RecordKey,
  { snapshot, page: stood, fields, block, wanted, base, product, links, state, retiredTo }: PutBack,
  page: Page,
): Snapshot {
  // The digest stays that of the undone run, so that no later run writes that version again by itself.
  const { retiredTo: _, past: __, revision: ___, links: ____, shown: _____, ...rest } = snapshot
  const others = mergeFields.filter((field) => !fields.includes(field))
  const merged = fields.includes('inner') ? block : undefined
  const read = { ...baseAfter(key, page, wanted, { left: others, block: merged }), ...base }
  const { shown } = shownOn(key, page, read)
  const past = pastAfter(snapshot, shown ?? read.inner)
  const revision = page.revision === stood.revision ? snapshot.revision : page.revision
  return {
    ...rest,
    ...write,
    product,
    ...(links !== undefined && { links }),
    base: read,
    ...(past.length > 0 && { past }),
    ...(shown !== undefined && { shown }),
    ...(revision !== undefined && { revision }),
    state,
    ...(retiredTo !== undefined && { retiredTo }),
  }
}

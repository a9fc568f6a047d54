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
import type { Page } from '../../core/page/page.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import type { Outcome } from '../../core/plan/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import type { PutBack, RevertItem } from './page-item.ts'

/** Commits a record that was put back; `page` is the page in the CMS's answer. */
export function commitRevert(
  deps: SyncDeps,
  runId: string,
  { change, done, decision }: RevertItem,
  { undo, page }: { undo: PutBack; page: Page },
): Commit {
  const at = deps.now().toISOString()
  const { gtin, language, undoes } = change
  const { before, after, fields } = done.outcome
  const outcome: Outcome = {
    gtin,
    language,
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
  const comes = decisionAfter({ runId, undoes, at }, undo, decision)
  return {
    outcome,
    snapshot: snapshotAfter({ runId, writtenAt: at }, change, undo, page),
    replaced: undo.replaced,
    ...(undo.state === 'mirrored' && {
      pageState: pageStateOf(page, undo.left, { pageStatus: deps.policy.pageStatus, at }),
    }),
    ...(comes !== decision && { pending: { read: decision, now: comes } }),
  }
}

/**
 * The decision that an undo leaves. It explains why the page differs from the partner's version, and a hold keeps the
 * next run from retiring or restoring the page again.
 */
function decisionAfter(
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

import type { Outcome, PageChange, WriteChange } from '../../core/run/change.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { sendWrites } from '../batches/send-writes.ts'
import type { SyncDeps } from '../deps.ts'
import { readWrites } from '../plan/read-writes.ts'
import type { Commit } from '../ports/writes.ts'
import { leaveDamaged, readSkippingDamaged } from '../runs/read-despite-damage.ts'
import { classifyPages } from './classify-page.ts'
import { plannedWrites } from './commit-writes.ts'
import { composeWrites } from './compose-writes.ts'
import { deferOpen } from './defer-open.ts'
import type { ClassifiedItem, PendingWrite } from './page-item.ts'
import { resolvePages } from './resolve-pages.ts'
import { leaveOpen, plannedReverts } from './compose-reverts.ts'
import { mayHaveJsonLd, withoutScriptRight } from '../runs/script-right.ts'

/** `waitMs` above 0: some records wait for a write with a lost reply to land; call again after that. */
export type WriteReport = { written: number; done: number; waitMs: number }

type Input = {
  runId: string
  recordIds: string[]
  /** The changes of these records, if they were already read. */
  planned?: readonly PageChange[]
  /** Page ids of the language pages. */
  parents: Record<string, number>
  /** Nothing is sent; only existing pages are committed. */
  readOnly?: boolean
}

/**
 * Writes the pages of at most 100 planned records in four passes: resolve the current page, classify it, compose the
 * write, and commit in batches of at most 25. Records without a change in the plan were committed before and are
 * skipped.
 */
export async function writePages(all: SyncDeps, input: Input, signal: AbortSignal): Promise<WriteReport> {
  const { runId } = input
  const report: WriteReport = { written: 0, done: 0, waitMs: 0 }
  let changes: readonly PageChange[] = input.planned ?? (await readWrites(all, runId, input.recordIds))
  if (changes.length === 0) return report
  const jsonLd = await mayHaveJsonLd(all, Object.values(input.parents)[0], signal)
  const deps = jsonLd ? all : withoutScriptRight(all)
  // A record is tried twice, because its page may vanish in the meantime, or a duplicate of it may be removed.
  for (let round = 0; round < 2 && changes.length > 0; round++) {
    const { found: items, damaged } = await readSkippingDamaged(changes, async (some) => {
      const resolved = await resolvePages(deps, { ...input, jsonLd }, some, signal)
      return classifyPages(deps, input, resolved, signal)
    })
    await leaveDamaged(deps, runId, damaged)
    const composed = await composeWrites(deps, input, items)
    report.waitMs = Math.max(report.waitMs, composed.waitMs)
    await deps.writes.commitUnsent(runId, withIntents(composed.done, items))
    report.done += composed.done.length
    if (input.readOnly) {
      await deps.runs.saveOutcomes(runId, composed.send.map(leftToSync))
      return report
    }
    const { send, deferred } = await deferOpen(deps, runId, composed.send, signal)
    const reverts = await leaveOpen(deps, composed.reverts, signal)
    const left = [...deferred, ...reverts.left]
    await deps.writes.commitUnsent(runId, withIntents(left, items))
    // Pages in other languages already link these.
    await deps.staleLinks.mark(send.filter(isPublication).map(({ key }) => key.gtin))
    const again: WriteChange[] = []
    const writes = [
      ...plannedWrites(deps, runId, { writes: send, again }, signal),
      ...plannedReverts(deps, runId, reverts.send),
    ]
    const sent = await sendWrites(deps, { runId, writes }, signal)
    report.written += sent.written
    report.done += left.length + sent.failed
    report.waitMs = Math.max(report.waitMs, sent.waitMs)
    if (sent.stopped) return report
    changes = again
  }
  await deps.writes.commitUnsent(runId, changes.map(givenUp))
  return report
}

function isPublication({ item, body: { status } }: PendingWrite): boolean {
  return item.awaits !== undefined && status !== undefined
}

/** The outcome in a rebuild, which sends nothing, of a record whose page must be written. */
function leftToSync({ key: { gtin, language }, write }: PendingWrite): Outcome {
  const does = write.kind === 'create' ? 'create' : 'update'
  return { gtin, language, result: 'unchanged', reasons: [{ code: 'next-sync', does }] }
}

/** Commits without a write finish the intents that their records had at the lookup. */
export function withIntents(
  commits: readonly Commit[],
  items: readonly Pick<ClassifiedItem, 'change' | 'intent'>[],
): Commit[] {
  const known = new Map(items.map(({ change, intent }) => [recordId(change), intent]))
  return commits.map((commit) => ({ ...commit, intent: known.get(recordId(commit.outcome)) }))
}

function givenUp({ gtin, language }: RecordKey): Commit {
  return { outcome: { gtin, language, result: 'failed', reasons: [{ code: 'vanished' }] } }
}

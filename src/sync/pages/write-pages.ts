import type { WriteChange } from '../../core/plan/change.ts'
import { digestOf } from '../../core/record/digest.ts'
import type { PageWrite, PageWritten } from '../../core/page/page.ts'
import { recordId } from '../../core/record/record.ts'
import { prepareWrites } from './prepare-writes.ts'
import type { PendingWrite } from './pending-write.ts'
import { acknowledge } from './commit-batch.ts'
import { deferOpen } from './defer-open.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit, PageRead } from '../ports/writes.ts'
import { leaveDamaged, readReadable } from '../runs/readable.ts'
import { readWrites } from '../plan/read-writes.ts'
import { resolvePages, type Resolved } from './resolve-pages.ts'
import { sendBatches } from '../batches/send-batches.ts'
import { stampOf } from './stamp.ts'

/** `waitMs` above 0: some records wait for a lost write to land, the job is to be run again after that. */
export type WriteReport = { written: number; done: number; waitMs: number }

type Deps = Pick<
  SyncDeps,
  | 'cms'
  | 'snapshots'
  | 'decisions'
  | 'deferrals'
  | 'failing'
  | 'movedPages'
  | 'parents'
  | 'plans'
  | 'writes'
  | 'losses'
  | 'media'
  | 'runs'
  | 'renderer'
  | 'policy'
  | 'log'
  | 'now'
>

/**
 * Writes the pages of at most 100 planned records: reads what stands, sends batches of at most 25, and acknowledges
 * each batch by its snapshots. With `readOnly` only what stands already is acknowledged. Records without a change in the plan were acknowledged before and are skipped.
 */
export async function writePages(
  deps: Deps,
  input: {
    runId: string
    recordIds: string[]
    /** The changes of these records, when they are read already. */
    planned?: readonly WriteChange[]
    parents: Record<string, number>
    readOnly?: boolean
  },
  signal: AbortSignal,
): Promise<WriteReport> {
  const report: WriteReport = { written: 0, done: 0, waitMs: 0 }
  let left = [...(input.planned ?? (await readWrites(deps, input.runId, input.recordIds)))]
  // A record comes back once: after its page vanished under us, or after its duplicate was removed.
  for (let round = 0; round < 2 && left.length > 0; round++) {
    const { found, damaged } = await readReadable(left, async (some) => {
      const resolved = await resolvePages(deps, input.runId, some, signal)
      return { resolved, prepared: await prepareWrites(deps, input, some, resolved, signal) }
    })
    const { resolved, prepared } = found
    await leaveDamaged(deps, input.runId, damaged)
    report.waitMs = Math.max(report.waitMs, prepared.waitMs)
    await deps.writes.commit(input.runId, prepared.done)
    report.done += prepared.done.length
    left = []
    if (input.readOnly) break
    const { send, deferred } = await deferOpen(deps, input.runId, prepared.send, signal)
    await deps.writes.commit(input.runId, deferred)
    report.done += deferred.length
    const { waitMs, stopped } = await sendBatches(
      deps,
      {
        runId: input.runId,
        items: send,
        idOf: ({ change }) => recordId(change),
        isStopped: () => isStopped(deps, input.runId),
        send: (batch) => sendBatch(deps, input.runId, batch, resolved),
        async acknowledge(batch, answers) {
          const { written, again } = await acknowledge(deps, input.runId, batch, answers, signal)
          report.written += written
          left.push(...again)
        },
        async giveUp(failed) {
          await deps.writes.commit(
            input.runId,
            failed.map(({ item, reason }) => notSaved(deps, item, reason)),
          )
          report.done += failed.length
        },
      },
      signal,
    )
    report.waitMs = Math.max(report.waitMs, waitMs)
    if (stopped) return report
  }
  await deps.writes.commit(input.runId, left.map(givenUp))
  return report
}

function givenUp({ gtin, language }: WriteChange): Commit {
  return {
    outcome: {
      gtin,
      language,
      result: 'failed',
      reason: 'the page vanished or was taken twice while it was written; the next run tries again',
    },
  }
}

function notSaved(deps: Deps, { change, write }: PendingWrite, reason: string): Commit {
  const { gtin, language } = change
  return {
    outcome: {
      gtin,
      language,
      result: 'failed',
      reason: `the CMS could not save the page: ${reason}. The next run tries again`,
      ...(write.kind === 'update' && { pageId: write.id }),
      ...stampOf(deps, undefined, undefined),
    },
  }
}

/** Asked before each batch, so only the one field is read. */
async function isStopped(deps: Deps, runId: string): Promise<boolean> {
  return (await deps.runs.state(runId)) !== 'writing'
}

/** A batch in hand is finished even when the process is told to stop: an answer is worth waiting for. */
async function sendBatch(
  deps: Deps,
  runId: string,
  batch: readonly PendingWrite[],
  resolved: ReadonlyMap<string, Resolved>,
): Promise<PageWritten[]> {
  const intended = batch.filter(isIntended)
  await deps.writes.intend(
    runId,
    intended.map((pending) => ({
      key: pending.change,
      since: sinceOf(resolved.get(recordId(pending.change))),
      read: readBefore(pending),
      wrote: { digest: digestOf(pending.wanted), left: pending.left },
    })),
    deps.now().getTime(),
  )
  return deps.cms.writePages(
    batch.map(({ write }): PageWrite => write),
    new AbortController().signal,
  )
}

/** A page that was found keeps the intent of the create that may have made it. */
function isIntended({ write, change }: PendingWrite): boolean {
  return write.kind === 'create' || change.kind !== 'create'
}

/** Of an update, what its intent is to know; where an earlier one went over a person's words, still that. */
function readBefore({ write, from }: PendingWrite): PageRead | undefined {
  if (write.kind !== 'update' || from === undefined) return undefined
  const { revision, revisions } = from.sent ?? from.read
  return { revision, revisions }
}

function sinceOf(resolved: Resolved | undefined): number | undefined {
  return resolved?.state === 'nothing' ? resolved.since : undefined
}

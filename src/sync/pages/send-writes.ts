import type { PageWrite, PageWritten } from '../../core/page/page.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import { sendBatches } from '../batches/send-batches.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { commitBatch } from './commit-batch.ts'
import type { PendingWrite } from './page-item.ts'
import { failed } from './stamp.ts'

type Deps = Parameters<typeof commitBatch>[0] & Pick<SyncDeps, 'losses' | 'runs'>

/** `again` holds changes to resolve once more; `stopped`: the run was cancelled, so the rest was not sent. */
export type SentWrites = {
  written: number
  failed: number
  again: WriteChange[]
  waitMs: number
  stopped: boolean
}

/** Fourth pass: stores the intents of at most 25 writes, sends them as one batch and commits the answers. */
export async function sendWrites(
  deps: Deps,
  runId: string,
  writes: readonly PendingWrite[],
  signal: AbortSignal,
): Promise<SentWrites> {
  const again: WriteChange[] = []
  let written = 0
  let unsaved = 0
  const delivered = await sendBatches(
    deps,
    {
      runId,
      items: writes,
      idOf: ({ item }) => recordId(item.change),
      // Asked before each batch, so only the one field is read.
      isStopped: async () => (await deps.runs.state(runId)) !== 'writing',
      send: (batch) => sendBatch(deps, runId, batch),
      async acknowledge(batch, answers) {
        const committed = await commitBatch(deps, runId, { batch, answers }, signal)
        written += committed.written
        again.push(...committed.again)
      },
      async giveUp(items) {
        const commits = items.map(({ item, reason }) => notSaved(deps, item, reason))
        await deps.writes.commit(runId, commits)
        unsaved += commits.length
      },
    },
    signal,
  )
  return { written, failed: unsaved, again, ...delivered }
}

/** A batch in hand is finished even when the process is told to stop: an answer is worth waiting for. */
async function sendBatch(deps: Deps, runId: string, batch: readonly PendingWrite[]): Promise<PageWritten[]> {
  const intents = batch.flatMap(({ intent }) => intent ?? [])
  await deps.writes.intend(runId, intents, deps.now().getTime())
  return deps.cms.writePages(batch.map(toPageWrite), new AbortController().signal)
}

function toPageWrite(write: PendingWrite): PageWrite {
  if (write.kind === 'create') return { kind: 'create', body: write.body }
  return { kind: 'update', id: write.item.page.id, body: write.sent }
}

function notSaved(deps: Deps, write: PendingWrite, why: string): Commit {
  const reason = `the CMS could not save the page: ${why}. The next run tries again`
  const page = write.kind === 'update' ? { pageId: write.item.page.id } : {}
  return { outcome: failed(deps, write.item.change, reason, page) }
}

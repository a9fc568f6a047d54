import { maxBatchRequests } from '../../contracts/cms/batch.ts'
import { isGivenUp, nextBatch, sizeAfterFailure, waitAfter } from '../../core/plan/batch-split.ts'
import { OutcomeUnknownError, UnreachableError, type UpstreamFailure } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import { answersReads } from './answers-reads.ts'
import type { Delivery } from './delivery.ts'
import { countSendFailures, giveUp, type SendFailuresOf } from './send-failures.ts'
import { noteBatchFault } from './note-batch-fault.ts'

/** `waitMs` above 0: requests failed; call again after that, with the remaining items. */
export type Delivered = { waitMs: number; stopped: boolean }

/**
 * Sends items in batches that the CMS can handle. A batch that fails as a whole is not repeated here, because its
 * outcome is unknown: the caller waits, looks up the items, and calls again. Each call sends failed items in smaller
 * batches, until the items that the CMS cannot save are isolated and given up. Throws UnusableError if the CMS saves
 * nothing.
 */
export async function sendBatches<Item, Answer>(
  deps: SyncDeps,
  delivery: Delivery<Item, Answer>,
  signal: AbortSignal,
): Promise<Delivered> {
  const { runId, items, idOf } = delivery
  if (items.length === 0) return { waitMs: 0, stopped: false }
  if (deps.cms.batchFault() !== undefined)
    await noteBatchFault(deps, runId, await deps.cms.checkBatches(signal))
  const [known, pace] = await Promise.all([
    deps.sendFailures.read(runId, items.map(idOf)),
    deps.sendFailures.pace(runId),
  ])
  const sendFailures: SendFailuresOf<Item> = new Map(
    items.flatMap((item, index) => (known[index] ? [[item, known[index]]] : [])),
  )
  const failed = items.filter((item) => isGivenUp(sendFailures.get(item), pace))
  await giveUp(delivery, failed, sendFailures, pace)
  const pass: Pass<Item> = {
    pending: items.filter((item) => !failed.includes(item)),
    sendFailures,
    size: pace.size,
    waitMs: 0,
    end: undefined,
    error: undefined,
    signal,
  }
  // One lane after a failure, so that an item that crashes the CMS does not affect a parallel batch.
  const lanes = sendFailures.size > 0 || pace.size < maxBatchRequests ? 1 : deps.writesInFlight.most + 1
  await Promise.all(Array.from({ length: lanes }, () => sendPending(deps, delivery, pass)))
  if (pass.end === 'failed') throw pass.error
  return { waitMs: pass.waitMs, stopped: pass.end === 'stopped' }
}

/** The shared state of the lanes of one call. */
type Pass<Item> = {
  pending: Item[]
  sendFailures: SendFailuresOf<Item>
  size: number
  waitMs: number
  /** Why all lanes have stopped sending. */
  end: 'stopped' | 'away' | 'failed' | undefined
  error: unknown
  signal: AbortSignal
}

type Answered<Item, Answer> = { batch: readonly Item[]; answer: Answer }

/**
 * Sends pending items, one batch after the other. Never rejects, so that no batch of a failed job is still in flight.
 */
async function sendPending<Item, Answer>(
  deps: SyncDeps,
  delivery: Delivery<Item, Answer>,
  pass: Pass<Item>,
): Promise<void> {
  while (!isOver(pass)) {
    try {
      // The next batch can be in flight while the responses to this one are stored.
      const answered = await deps.writesInFlight.inTurn(() => sendNext(deps, delivery, pass))
      if (answered) await acknowledge(deps, delivery, pass, answered)
    } catch (error) {
      if (pass.end !== 'failed') Object.assign(pass, { end: 'failed', error })
    }
  }
}

function isOver({ pending, end }: Pass<unknown>): boolean {
  return pending.length === 0 || end !== undefined
}

/** Sends a batch of the pending items; undefined without a response. */
async function sendNext<Item, Answer>(
  deps: SyncDeps,
  delivery: Delivery<Item, Answer>,
  pass: Pass<Item>,
): Promise<Answered<Item, Answer> | undefined> {
  if (isOver(pass)) return undefined
  pass.signal.throwIfAborted()
  if (await delivery.isStopped?.()) {
    pass.end ??= 'stopped'
    return undefined
  }
  // While batches are blocked, each request is recorded and acknowledged like a batch of one.
  const most = deps.cms.batchFault() === undefined ? (delivery.most ?? maxBatchRequests) : 1
  const batch = nextBatch(pass.pending, (item) => pass.sendFailures.get(item), Math.min(pass.size, most))
  // Another lane may have taken the last ones in the meantime.
  if (batch.length === 0) return undefined
  pass.pending = pass.pending.filter((item) => !batch.includes(item))
  const sent = await trySend(delivery, batch)
  if (sent.ok) {
    deps.writesInFlight.answered()
    return { batch, answer: sent.answer }
  }
  deps.writesInFlight.failed()
  await countFailure(deps, delivery, pass, { batch, failure: sent.failure })
  return undefined
}

async function acknowledge<Item, Answer>(
  deps: SyncDeps,
  delivery: Delivery<Item, Answer>,
  pass: Pass<Item>,
  { batch, answer }: Answered<Item, Answer>,
): Promise<void> {
  pass.size = await deps.sendFailures.answered(delivery.runId, batch.length, deps.now().getTime())
  await delivery.acknowledge(batch, answer)
}

/** Counts a failed batch, and determines the size of the next ones. */
async function countFailure<Item, Answer>(
  deps: SyncDeps,
  delivery: Delivery<Item, Answer>,
  pass: Pass<Item>,
  { batch, failure }: { batch: readonly Item[]; failure: UpstreamFailure },
): Promise<void> {
  const { runId } = delivery
  const { sendFailures } = pass
  await noteBatchFault(deps, runId, deps.cms.batchFault())
  const away = !(await answersReads(deps, pass.signal))
  const counted = await countSendFailures(deps, delivery, { batch, sendFailures, away, said: failure.said })
  pass.waitMs = Math.max(pass.waitMs, waitAfter(counted, deps.policy.writeGraceMs))
  if (away) pass.end ??= 'away'
  const again = batch.some((item) => (sendFailures.get(item)?.lost ?? 0) > 0)
  const smaller = sizeAfterFailure(pass.size, { sent: batch.length, timedOut: failure.timedOut, again })
  if (smaller < pass.size) await deps.sendFailures.shrink(runId, smaller)
  pass.size = smaller
}

async function trySend<Item, Answer>(
  { send }: Delivery<Item, Answer>,
  batch: readonly Item[],
): Promise<{ ok: true; answer: Answer } | { ok: false; failure: UpstreamFailure }> {
  try {
    return { ok: true, answer: await send(batch) }
  } catch (error) {
    const failure = failureOf(error)
    // A request that was never sent is not a failure of its items.
    if (failure?.sent !== true) throw error
    return { ok: false, failure }
  }
}

function failureOf(error: unknown): UpstreamFailure | undefined {
  if (error instanceof UnreachableError) return error.failure
  if (!(error instanceof OutcomeUnknownError)) return undefined
  return error.failure ?? { said: error.message, sent: true, timedOut: false }
}

import { maxBatchRequests } from '../../contracts/cms/batch.ts'
import {
  addLoss,
  isGivenUp,
  nextBatch,
  savesNothing,
  sizeAfterFailure,
  waitAfter,
  type BatchPace,
  type Loss,
} from '../../core/plan/batch-split.ts'
import {
  OutcomeUnknownError,
  UnreachableError,
  UnusableError,
  type UpstreamFailure,
} from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import { answersReads } from './answers-reads.ts'
import { noteBatchFault } from './note-batch-fault.ts'

/** Items to send, and what to do with the answers. */
export type Delivery<Item, Answer> = {
  runId: string
  items: readonly Item[]
  /** The name under which an item's failures are counted: a record's id, or `<kind>:<name>`. */
  idOf: (item: Item) => string
  /** Items per request, at most 25. */
  most?: number
  /** Sends one request; throws OutcomeUnknownError or UnreachableError if it failed as a whole. */
  send: (batch: readonly Item[]) => Promise<Answer>
  acknowledge: (batch: readonly Item[], answer: Answer) => Promise<void>
  /** Takes the items that the CMS cannot save, each with its words. */
  giveUp: (failed: readonly { item: Item; reason: string }[]) => Promise<void>
  /** Asked before each request. */
  isStopped?: () => Promise<boolean>
}

/** `waitMs` above 0: requests failed; call again after that, with the remaining items. */
export type Delivered = { waitMs: number; stopped: boolean }

/**
 * Sends items in batches that the CMS can take. A batch that fails as a whole is not sent again here: its outcome is
 * unknown, so the caller waits, looks up the items, and calls again. Each call sends failed items in smaller
 * batches, until those that the CMS cannot save are isolated and given up. Throws UnusableError if it saves nothing.
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
  const [known, pace] = await Promise.all([deps.losses.read(runId, items.map(idOf)), deps.losses.pace(runId)])
  const losses: Losses<Item> = new Map(
    items.flatMap((item, index) => (known[index] ? [[item, known[index]]] : [])),
  )
  const failed = items.filter((item) => isGivenUp(losses.get(item), pace))
  await giveUp(delivery, failed, losses, pace)
  let pending = items.filter((item) => !failed.includes(item))
  let { size } = pace
  let waitMs = 0
  while (pending.length > 0) {
    signal.throwIfAborted()
    if (await delivery.isStopped?.()) return { waitMs, stopped: true }
    // Each single request is noted and acknowledged alone, as a batch is.
    const most = deps.cms.batchFault() === undefined ? (delivery.most ?? maxBatchRequests) : 1
    const batch = nextBatch(pending, (item) => losses.get(item), Math.min(size, most))
    pending = pending.filter((item) => !batch.includes(item))
    const sent = await trySend(delivery, batch)
    if (sent.ok) {
      size = await deps.losses.answered(runId, batch.length, deps.now().getTime())
      await delivery.acknowledge(batch, sent.answer)
      continue
    }
    await noteBatchFault(deps, runId, deps.cms.batchFault())
    const away = !(await answersReads(deps, signal))
    const counted = await countLosses(deps, delivery, { batch, losses, away, said: sent.failure.said })
    waitMs = Math.max(waitMs, waitAfter(counted, deps.policy.writeGraceMs))
    if (away) break
    const again = batch.some((item) => (losses.get(item)?.lost ?? 0) > 0)
    const smaller = sizeAfterFailure(size, { sent: batch.length, timedOut: sent.failure.timedOut, again })
    if (smaller < size) await deps.losses.shrink(runId, smaller)
    size = smaller
  }
  return { waitMs, stopped: false }
}

type Losses<Item> = ReadonlyMap<Item, Loss>

/** Gives up items that the CMS cannot save; throws UnusableError if it saved none of several items. */
async function giveUp<Item>(
  delivery: Pick<Delivery<Item, never>, 'giveUp'>,
  failed: readonly Item[],
  losses: Losses<Item>,
  pace: BatchPace,
): Promise<void> {
  if (failed.length === 0) return
  const known = failed.flatMap((item) => losses.get(item) ?? [])
  if (savesNothing(known, pace)) {
    throw new UnusableError(
      'cms',
      `The CMS answers reads but saved none of ${failed.length} items: ${reasonOfLoss(known[0])}. Check its log, its disk and its database.`,
    )
  }
  await delivery.giveUp(failed.map((item) => ({ item, reason: reasonOfLoss(losses.get(item)) })))
}

/** Counts a failed request for each of its items; returns the counts. */
async function countLosses<Item>(
  deps: SyncDeps,
  { runId, idOf }: Pick<Delivery<Item, never>, 'runId' | 'idOf'>,
  request: { batch: readonly Item[]; losses: Losses<Item>; away: boolean; said: string },
): Promise<Loss[]> {
  const { batch, losses, away, said } = request
  const failure = { alone: batch.length === 1, away, at: deps.now().getTime(), said }
  const counted = batch.map((item) => ({ id: idOf(item), loss: addLoss(losses.get(item), failure) }))
  await deps.losses.save(runId, new Map(counted.map(({ id, loss }) => [id, loss])))
  deps.log.warn(
    { runId, items: counted.map(({ id }) => id), away, said },
    'a request failed as a whole; what it carried is looked up before anything is sent again',
  )
  return counted.map(({ loss }) => loss)
}

/** Why an item was given up. */
export function reasonOfLoss(loss: Loss | undefined): string {
  const { said = '', lost = 0, alone = 0 } = loss ?? {}
  const tries =
    alone < lost ? `${lost} requests with it failed, ${alone} of them with nothing else` : `${lost} tries`
  const what = /^(answered|stored) /.test(said) ? said : `gave no usable answer: ${said}`
  return `the CMS ${what} (${tries})`
}

async function trySend<Item, Answer>(
  { send }: Delivery<Item, Answer>,
  batch: readonly Item[],
): Promise<{ ok: true; answer: Answer } | { ok: false; failure: UpstreamFailure }> {
  try {
    return { ok: true, answer: await send(batch) }
  } catch (error) {
    const failure = failureOf(error)
    // A request that was never sent says nothing about its items.
    if (failure?.sent !== true) throw error
    return { ok: false, failure }
  }
}

function failureOf(error: unknown): UpstreamFailure | undefined {
  if (error instanceof UnreachableError) return error.failure
  if (!(error instanceof OutcomeUnknownError)) return undefined
  return error.failure ?? { said: error.message, sent: true, timedOut: false }
}

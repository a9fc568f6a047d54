import { maxBatchRequests } from '../contracts/cms/batch.ts'
import { addLoss, isGivenUp, nextBatch, sizeAfterFailure, waitAfter, type Loss } from '../core/batch-split.ts'
import { OutcomeUnknownError, UnreachableError, type RequestFailure } from '../lib/errors.ts'
import type { SyncDeps } from './deps.ts'

type Deps = Pick<SyncDeps, 'cms' | 'losses' | 'policy' | 'log' | 'now'>

/** What is to be sent, and what is to be done with the answers. */
export type Delivery<Item, Answer> = {
  runId: string
  items: readonly Item[]
  /** Under which name an item's failures are counted: a record's id, or `<kind>:<name>`. */
  idOf: (item: Item) => string
  /** Items a request, at most 25. */
  most?: number
  /** Sends one request; throws OutcomeUnknownError or UnreachableError when it failed as a whole. */
  send: (batch: readonly Item[]) => Promise<Answer>
  acknowledge: (batch: readonly Item[], answer: Answer) => Promise<void>
  /** Takes the items that the CMS cannot save, each with its words. */
  giveUp: (failed: readonly { item: Item; reason: string }[]) => Promise<void>
  /** Asked before each request. */
  isStopped?: () => Promise<boolean>
}

/** `waitMs` above 0: requests failed; call again after that, with what is still to be written. */
export type Delivered = { waitMs: number; stopped: boolean }

/**
 * Sends items in batches that the CMS can take. A batch that fails as a whole is not sent again here: its outcome is
 * unknown, so the caller waits, looks, and calls again. Each call sends what failed before in smaller batches, until
 * the items that the CMS cannot save are alone and are given up.
 */
export async function sendBatches<Item, Answer>(
  deps: Deps,
  delivery: Delivery<Item, Answer>,
  signal: AbortSignal,
): Promise<Delivered> {
  const { runId, items, idOf, most = maxBatchRequests } = delivery
  if (items.length === 0) return { waitMs: 0, stopped: false }
  const [known, pace] = await Promise.all([deps.losses.read(runId, items.map(idOf)), deps.losses.pace(runId)])
  const losses = new Map(items.map((item, index) => [item, known[index]]))
  const failed = items.filter((item) => isGivenUp(losses.get(item), pace))
  if (failed.length > 0)
    await delivery.giveUp(failed.map((item) => ({ item, reason: reasonOfLoss(losses.get(item)) })))
  let pending = items.filter((item) => !failed.includes(item))
  let { size } = pace
  let waitMs = 0
  while (pending.length > 0) {
    signal.throwIfAborted()
    if (await delivery.isStopped?.()) return { waitMs, stopped: true }
    const batch = nextBatch(pending, (item) => losses.get(item), Math.min(size, most))
    pending = pending.filter((item) => !batch.includes(item))
    const sent = await trySend(delivery, batch)
    if (sent.ok) {
      size = await deps.losses.answered(runId, batch.length, deps.now().getTime())
      await delivery.acknowledge(batch, sent.answer)
      continue
    }
    const away = !(await answersReads(deps, signal))
    const counted = batch.map((item): [string, Loss] => [
      idOf(item),
      addLoss(losses.get(item), {
        alone: batch.length === 1,
        away,
        at: deps.now().getTime(),
        said: sent.failure.said,
      }),
    ])
    await deps.losses.save(runId, new Map(counted))
    const again = batch.some((item) => (losses.get(item)?.lost ?? 0) > 0)
    const smaller = sizeAfterFailure(size, { sent: batch.length, timedOut: sent.failure.timedOut, again })
    if (!away && smaller < size) await deps.losses.shrink(runId, (size = smaller))
    waitMs = Math.max(
      waitMs,
      waitAfter(
        counted.map(([, loss]) => loss),
        deps.policy.settleMs,
      ),
    )
    deps.log.warn(
      { runId, items: batch.map(idOf), away, said: sent.failure.said },
      'a request failed as a whole; what it carried is looked up before anything is sent again',
    )
    if (away) break
  }
  return { waitMs, stopped: false }
}

/** Why an item was given up. */
export function reasonOfLoss(loss: Loss | undefined): string {
  const { said = '', lost = 0, alone = 0 } = loss ?? {}
  const tries =
    alone < lost ? `${lost} requests with it failed, ${alone} of them with nothing else` : `${lost} tries`
  return `the CMS ${said} (${tries})`
}

async function trySend<Item, Answer>(
  { send }: Delivery<Item, Answer>,
  batch: readonly Item[],
): Promise<{ ok: true; answer: Answer } | { ok: false; failure: RequestFailure }> {
  try {
    return { ok: true, answer: await send(batch) }
  } catch (error) {
    const failure = failureOf(error)
    // What was never sent says nothing about what it carried.
    if (failure?.sent !== true) throw error
    return { ok: false, failure }
  }
}

function failureOf(error: unknown): RequestFailure | undefined {
  if (error instanceof UnreachableError) return error.failure
  if (!(error instanceof OutcomeUnknownError)) return undefined
  return error.failure ?? { said: error.message, sent: true, timedOut: false }
}

/** Whether the CMS answers a cheap read: then the fault is with what was sent. */
async function answersReads({ cms }: Deps, signal: AbortSignal): Promise<boolean> {
  try {
    await cms.readPages([1], signal)
    return true
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return false
  }
}

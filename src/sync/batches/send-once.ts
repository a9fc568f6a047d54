import type { SyncDeps } from '../deps.ts'
import type { Delivery } from './delivery.ts'
import { sendBatches, type Delivered } from './send-batches.ts'

type SentOnce<Item, Answer> = Delivery<Item, Answer> & {
  /**
   * Stores the intent of each item, and returns the items to send. Another try of the job, or another process, has
   * sent the others since they were looked up.
   */
  intend: (batch: readonly Item[]) => Promise<readonly Item[]>
  /** Restores the earlier intents of items that were not sent, so that the next try need not wait for them. */
  withdraw?: (batch: readonly Item[]) => Promise<void>
}

/** How long an item waits for another try that has sent it. */
const sentElsewhereMs = 1_000

/**
 * Sends batches of items that must not be sent twice: creates above all, which would make duplicates. The intent of an
 * item is stored before its request, so that a process that takes over knows of it. An item that was sent elsewhere is
 * omitted: `waitMs` is then above 0, and the next call looks it up again.
 */
export async function sendOnce<Item, Answer>(
  deps: SyncDeps,
  { intend, withdraw, ...delivery }: SentOnce<Item, Answer>,
  signal: AbortSignal,
): Promise<Delivered> {
  let isSentElsewhere = false
  const delivered = await sendBatches(
    deps,
    {
      ...delivery,
      async send(batch) {
        const ours = await intend(batch)
        if (signal.aborted) {
          await withdraw?.(ours)
          signal.throwIfAborted()
        }
        isSentElsewhere ||= ours.length < batch.length
        return ours.length === 0 ? undefined : { ours, answer: await delivery.send(ours) }
      },
      async acknowledge(_, sent) {
        if (sent !== undefined) await delivery.acknowledge(sent.ours, sent.answer)
      },
    },
    signal,
  )
  return isSentElsewhere ? { ...delivered, waitMs: Math.max(delivered.waitMs, sentElsewhereMs) } : delivered
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue } from 'bullmq'

const pollMs = 50

/** Waits at most `limitMs` until every notice had its first try; never rejects. */
export async function untilSent(notices: Queue, limitMs: number): Promise<void> {
  const late = AbortSignal.timeout(limitMs)
  const drain = async (): Promise<void> => {
    while (!late.aborted && (await notices.getJobCountByTypes('waiting', 'active')) > 0) await sleep(pollMs)
  }
  // A lost Redis never answers.
  const ended = sleep(limitMs, undefined, { ref: false })
  await Promise.race([drain().catch(() => undefined), ended])
}

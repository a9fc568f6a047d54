import {
  addSendFailure,
  savesNothing,
  type BatchPace,
  type SendFailures,
} from '../../core/plan/batch-split.ts'
import { UnusableError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import type { Delivery } from './delivery.ts'

/** The earlier failures of items. */
export type SendFailuresOf<Item> = ReadonlyMap<Item, SendFailures>

/** Gives up items that the CMS cannot save; throws UnusableError if it saved none of several items. */
export async function giveUp<Item>(
  delivery: Pick<Delivery<Item, never>, 'giveUp'>,
  failed: readonly Item[],
  sendFailures: SendFailuresOf<Item>,
  pace: BatchPace,
): Promise<void> {
  if (failed.length === 0) return
  const known = failed.flatMap((item) => sendFailures.get(item) ?? [])
  if (savesNothing(known, pace)) {
    throw new UnusableError(
      'cms',
      `The CMS serves reads but saved none of ${failed.length} items: ${reasonOfSendFailures(known[0])}. Check its log, its disk and its database.`,
    )
  }
  await delivery.giveUp(
    failed.map((item) => ({ item, reason: reasonOfSendFailures(sendFailures.get(item)) })),
  )
}

/** Counts a failed request for each of its items; returns the counts. */
export async function countSendFailures<Item>(
  deps: SyncDeps,
  { runId, idOf }: Pick<Delivery<Item, never>, 'runId' | 'idOf'>,
  request: { batch: readonly Item[]; sendFailures: SendFailuresOf<Item>; away: boolean; said: string },
): Promise<SendFailures[]> {
  const { batch, sendFailures, away, said } = request
  const failure = { alone: batch.length === 1, away, at: deps.now().getTime(), said }
  const counted = batch.map((item) => ({
    id: idOf(item),
    failures: addSendFailure(sendFailures.get(item), failure),
  }))
  await deps.sendFailures.save(runId, new Map(counted.map(({ id, failures }) => [id, failures])))
  deps.log.warn(
    { runId, items: counted.map(({ id }) => id), away, said },
    'a request failed as a whole; what it carried is looked up before anything is sent again',
  )
  return counted.map(({ failures }) => failures)
}

/** Why an item was given up. */
export function reasonOfSendFailures(failures: SendFailures | undefined): string {
  const { said: failure = '', lost = 0, alone = 0 } = failures ?? {}
  const tries =
    alone < lost ? `${lost} requests with it failed, ${alone} of them with nothing else` : `${lost} tries`
  if (failure.startsWith('cannot read ')) return `the CMS ${failure}`
  const what = /^(returned|answered|stored) /.test(failure) ? failure : `sent no usable response: ${failure}`
  return `the CMS ${what} (${tries})`
}

import { maxBatchRequests } from '../../contracts/cms/batch.ts'

/** Failed requests of a run that contained one item. */
export type SendFailures = {
  lost: number
  /** How many of these requests contained nothing else. */
  alone: number
  /** Failures while the CMS did not respond at all: they reveal little about the item. */
  away: number
  /** When the first counted request failed, in ms since 1970. */
  since: number
  /** The last error of the CMS. */
  said: string
}

export type BatchFailure = { alone: boolean; away: boolean; at: number; said: string }

/**
 * The batch size that the CMS accepts in a run; `savedAt`: the time of its last response to a batch, in ms since 1970.
 */
export type BatchPace = { size: number; savedAt?: number }

/**
 * The second try repeats the batch, in case the error was temporary. Later tries split it, finally into single items.
 */
const splitSizes = [maxBatchRequests, maxBatchRequests, 5]

const leastTries = 3
const triesAlone = 2
/** As long as no other item is saved either, the cause may be the CMS. */
const triesAloneUnproven = 5

const mostUnproven = 10

/** A page that crashes the CMS must not be retried forever. */
const unreachablePerFailure = 3

const longestWaitMs = 30_000
const shortestWaitMs = 100

/** The number of consecutive full batches that must succeed before the next one may be larger. */
export const batchesPerGrowth = 4

/** Counts a failed request for one of its items. */
export function addSendFailure(
  before: SendFailures | undefined,
  { alone, away, at, said }: BatchFailure,
): SendFailures {
  const aways = (before?.away ?? 0) + (away ? 1 : 0)
  const counts = !away || aways % unreachablePerFailure === 0
  return {
    lost: (before?.lost ?? 0) + (counts ? 1 : 0),
    alone: (before?.alone ?? 0) + (counts && alone ? 1 : 0),
    away: aways,
    since: before !== undefined && before.lost > 0 ? before.since : at,
    said: away && before !== undefined && before.lost > 0 ? before.said : said,
  }
}

/** Whether an item failed alone too often; fewer tries are enough if the CMS has saved others since. */
export function isGivenUp(failures: SendFailures | undefined, pace: BatchPace): boolean {
  if (failures === undefined || failures.lost < leastTries) return false
  return failures.alone >= (savedSince(failures, pace) ? triesAlone : triesAloneUnproven)
}

/** Whether so many items were given up, with no other item saved, that the cause is the CMS. */
export function savesNothing(givenUp: readonly SendFailures[], pace: BatchPace): boolean {
  return givenUp.filter((failures) => !savedSince(failures, pace)).length >= mostUnproven
}

function savedSince({ since }: SendFailures, { savedAt }: BatchPace): boolean {
  return savedAt !== undefined && savedAt > since
}

/** The items of the next batch: all with the same number of failures, up to the size for that number, at least one. */
export function nextBatch<Item>(
  pending: readonly Item[],
  failuresOf: (item: Item) => SendFailures | undefined,
  most: number,
): Item[] {
  const [first] = pending
  if (first === undefined) return []
  const lostOf = (item: Item): number => failuresOf(item)?.lost ?? 0
  const lost = lostOf(first)
  const size = Math.max(1, Math.min(splitSizes[lost] ?? 1, most))
  return pending.filter((item) => lostOf(item) === lost).slice(0, size)
}

/** Milliseconds before these items are checked again; the wait grows with each try of a single item. */
export function waitAfter(sendFailures: readonly SendFailures[], writeGraceMs: number): number {
  const alone = Math.max(0, ...sendFailures.map((failures) => failures.alone))
  const backOff = Math.min(longestWaitMs, 1000 * 2 ** Math.max(0, alone - triesAlone))
  return Math.max(shortestWaitMs, writeGraceMs, alone >= triesAlone ? backOff : 0)
}

/**
 * The size of the run's next batches after one of `sent` items failed: half of it if the batch timed out, or if a
 * full-size batch failed `again`. A failed single item does not change the size.
 */
export function sizeAfterFailure(
  size: number,
  { sent, timedOut, again }: { sent: number; timedOut: boolean; again: boolean },
): number {
  const isTooHeavy = sent > 1 && (timedOut || (again && sent >= size))
  return isTooHeavy ? Math.max(1, Math.min(size, Math.floor(sent / 2))) : size
}

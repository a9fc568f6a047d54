import { setImmediate } from 'node:timers/promises'

/** Items that are rendered without a pause, which takes a few milliseconds. */
const atOnce = 10

type Rank = 'first' | 'others'

const waiting: Record<Rank, (() => void)[]> = { first: [], others: [] }
let isTaken = false

/**
 * Yields the items in order and lets the event loop turn after every ten. Lists are handled one after the
 * other, because several at a time would all finish late. A list of rank `first` precedes the others, even those that
 * have started: it is nearer to its end, for example to a request. The loop over the items must not wait for anything.
 */
export async function* yieldToEventLoop<T>(items: readonly T[], rank: Rank = 'others'): AsyncIterable<T> {
  if (isTaken) await new Promise<void>((start) => waiting[rank].push(start))
  isTaken = true
  try {
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % atOnce === 0) await pause(rank)
      yield item
    }
  } finally {
    startNext()
  }
}

async function pause(rank: Rank): Promise<void> {
  await setImmediate()
  if (rank === 'first' || waiting.first.length === 0) return
  await new Promise<void>((start) => {
    waiting.others.unshift(start)
    startNext()
  })
}

/** The next list has its turn at once, so that no other one is ahead of it. */
function startNext(): void {
  const start = waiting.first.shift() ?? waiting.others.shift()
  isTaken = start !== undefined
  start?.()
}

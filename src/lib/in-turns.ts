import { setImmediate } from 'node:timers/promises'

/** Items between which the event loop does not turn: a few milliseconds of rendering. */
const atOnce = 10

let listBefore: Promise<void> = Promise.resolve()

/**
 * Yields the items in order and lets the rest of the process go on after every ten. One list follows the other, because
 * several at a time would all be finished late. The loop over the items must not wait for anything.
 */
export async function* inTurns<T>(items: readonly T[]): AsyncIterable<T> {
  const before = listBefore
  const ended = Promise.withResolvers<void>()
  listBefore = ended.promise
  await before
  try {
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % atOnce === 0) await setImmediate()
      yield item
    }
  } finally {
    ended.resolve()
  }
}

import { setImmediate } from 'node:timers/promises'

/** Items that are rendered without a pause, which takes a few milliseconds. */
const atOnce = 10

let listBefore: Promise<void> = Promise.resolve()

/**
 * Yields the items in order and lets the event loop turn after every ten. Lists are handled one after the
 * other, because several at a time would all finish late. The loop over the items must not wait for anything.
 */
export async function* yieldToEventLoop<T>(items: readonly T[]): AsyncIterable<T> {
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

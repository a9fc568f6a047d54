import { setImmediate } from 'node:timers/promises'

/** Items between which the event loop does not turn: a few milliseconds of rendering. */
const atOnce = 10

/** Yields the items in order and lets the rest of the process go on after every ten. */
export async function* inTurns<T>(items: readonly T[]): AsyncIterable<T> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % atOnce === 0) await setImmediate()
    yield item
  }
}

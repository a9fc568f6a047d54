import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../src/lib/yield-to-event-loop.ts'

test('a long list is returned in order, and the rest of the process continues in between', async () => {
  const items = Array.from({ length: 35 }, (_, index) => index)
  const seen: number[] = []
  let turns = 0
  const count = (): void => void (seen.length < items.length && (turns++, setImmediate(count)))
  setImmediate(count)
  for await (const item of yieldToEventLoop(items)) seen.push(item)
  expect(seen).toEqual(items)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('a short list is not interrupted', async () => {
  let turned = false
  setImmediate(() => (turned = true))
  for await (const item of yieldToEventLoop([1, 2, 3]))
    expect({ item, turned }).toMatchObject({ turned: false })
})

test('a list waits for the one before it, even if that one is abandoned early', async () => {
  const seen: string[] = []
  const walk = async (name: string, last: number): Promise<void> => {
    for await (const item of yieldToEventLoop(Array.from({ length: 25 }, (_, index) => index))) {
      seen.push(name)
      if (item === last) throw new Error('left early')
    }
  }
  const walks = await Promise.allSettled([walk('a', 15), walk('b', -1)])
  expect(walks.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(seen.join('')).toBe('a'.repeat(16) + 'b'.repeat(25))
})

test('a list of first rank precedes lists that wait, and interrupts the one that has started', async () => {
  const seen: string[] = []
  const walk = async (name: string, rank?: 'first'): Promise<void> => {
    for await (const _ of yieldToEventLoop(
      Array.from({ length: 25 }, () => 0),
      rank,
    ))
      if (seen.at(-1) !== name) seen.push(name)
  }
  await Promise.all([walk('a'), walk('b'), walk('c'), walk('d', 'first'), walk('e', 'first')])
  expect(seen.join('')).toBe('adeabc')
})

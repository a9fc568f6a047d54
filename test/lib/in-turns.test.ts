import { expect, test } from 'vitest'
import { inTurns } from '../../src/lib/in-turns.ts'

test('a long list comes in order, and the rest of the process goes on in between', async () => {
  const items = Array.from({ length: 35 }, (_, index) => index)
  const seen: number[] = []
  let turns = 0
  const count = (): void => void (seen.length < items.length && (turns++, setImmediate(count)))
  setImmediate(count)
  for await (const item of inTurns(items)) seen.push(item)
  expect(seen).toEqual(items)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('a short list is not interrupted', async () => {
  let turned = false
  setImmediate(() => (turned = true))
  for await (const item of inTurns([1, 2, 3])) expect({ item, turned }).toMatchObject({ turned: false })
})

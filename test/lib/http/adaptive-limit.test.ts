import { expect, test } from 'vitest'
import { createAdaptiveLimit } from '../../../src/lib/http/adaptive-limit.ts'

/** The number of concurrent calls among ten. */
async function atOnce(limit: ReturnType<typeof createAdaptiveLimit>): Promise<number> {
  let [now, most] = [0, 0]
  const send = async (): Promise<void> => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
  }
  await Promise.all(Array.from({ length: 10 }, () => limit.inTurn(send)))
  return most
}

test('a failure halves the number of concurrent requests, down to one; each round of responses adds one', async () => {
  const limit = createAdaptiveLimit(4)
  expect(await atOnce(limit)).toBe(4)
  limit.failed()
  expect(await atOnce(limit)).toBe(2)
  limit.failed()
  limit.failed()
  expect(await atOnce(limit)).toBe(1)
  limit.answered()
  expect(await atOnce(limit)).toBe(2)
  limit.answered()
  limit.answered()
  expect(await atOnce(limit)).toBe(3)
  for (let answers = 0; answers < 20; answers++) limit.answered()
  expect(await atOnce(limit)).toBe(4)
})

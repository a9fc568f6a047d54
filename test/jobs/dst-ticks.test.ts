import { getNextMillis } from 'bullmq'
import { expect, test } from 'vitest'

/** The ticks of a schedule between two times, as the scheduler of the queue computes them. */
function ticksOf(pattern: string, from: string, to: string): string[] {
  const ticks: string[] = []
  for (let at = Date.parse(from); ;) {
    const next = getNextMillis(at, { pattern, tz: 'Europe/Vienna' })
    if (next === undefined || next >= Date.parse(to)) return ticks
    ticks.push(new Date(next).toISOString())
    at = next
  }
}

test.each([
  ['skips', '2027-03-27T12:00Z', '2027-03-28T12:00Z', '2027-03-28T01:30:00.000Z'],
  ['repeats', '2026-10-24T12:00Z', '2026-10-25T12:00Z', '2026-10-25T00:30:00.000Z'],
])('PR-56: a nightly run starts once in the night whose clock %s its hour', (_, from, to, tick) => {
  expect(ticksOf('30 2 * * *', from, to)).toEqual([tick])
})

test('PR-56: half-hourly runs continue through the night in which an hour occurs twice', () => {
  const ticks = ticksOf('*/30 * * * *', '2026-10-24T23:29Z', '2026-10-25T03:01Z')
  expect(ticks).toHaveLength(8)
})

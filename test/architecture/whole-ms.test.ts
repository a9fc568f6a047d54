import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'
import { wholeMsFaults } from './whole-ms.ts'

const file = (text: string) => ({ path: 'jobs/x.ts', text: `${text}\n` })

test('every time that Redis or BullMQ gets is whole', async () => {
  expect(wholeMsFaults(await readSourceFiles(['src', 'jobs']))).toEqual([])
})

test.each([
  'await queue.rateLimit(limit.waitMs)',
  'await job.moveToDelayed(Date.now() + waitMs, token)',
  "await redis.set(key, text, 'PX', untilMs)",
  'await redis.pexpire(key, leftMs)',
  'await queue.add(name, data, { delay: waitMs })',
  "redis.call('set', KEYS[1], text, 'PX', time - now)",
])('a time that may be a fraction is found: %s', (text) => {
  expect(wholeMsFaults([file(text)])).toHaveLength(1)
})

test.each([
  'await queue.rateLimit(wholeMs(ms))',
  "await redis.set(key, text, 'PX', wholeMs(ms))",
  "redis.call('set', KEYS[1], text, 'PX', ARGV[2])",
  "redis.call('pexpire', KEYS[count + at], ARGV[2])",
])('a whole time is accepted: %s', (text) => {
  expect(wholeMsFaults([file(text)])).toEqual([])
})

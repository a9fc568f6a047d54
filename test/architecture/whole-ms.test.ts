import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'
import { wholeMsFaults } from './whole-ms.ts'

const file = (text: string, path = 'jobs/x.ts') => ({ path, text: `${text}\n` })
const script = (text: string) => file(text, 'src/store/lua/x.lua')

test('every time that Redis or BullMQ gets is whole', async () => {
  expect(wholeMsFaults(await readSourceFiles(['src', 'jobs']))).toEqual([])
})

test.each([
  'await queue.rateLimit(limit.waitMs)',
  'await job.moveToDelayed(Date.now() + waitMs, token)',
  "await redis.set(key, text, 'PX', untilMs)",
  'await redis.pexpire(key, leftMs)',
  'await queue.add(name, data, { delay: waitMs })',
])('a time that may be a fraction is found: %s', (text) => {
  expect(wholeMsFaults([file(text)])).toHaveLength(1)
})

test.each([
  "redis.call('set', KEYS[1], text, 'PX', time - now)",
  "redis.call('set', KEYS[1], text, 'PX', keptMs)",
  "local keptMs = 0.5\nredis.call('set', KEYS[1], text, 'PX', keptMs)",
])('a time that may be a fraction is found in a script: %s', (text) => {
  expect(wholeMsFaults([script(text)])).toHaveLength(1)
})

test.each(['await queue.rateLimit(wholeMs(ms))', "await redis.set(key, text, 'PX', wholeMs(ms))"])(
  'a whole time is accepted: %s',
  (text) => {
    expect(wholeMsFaults([file(text)])).toEqual([])
  },
)

test.each([
  "redis.call('set', KEYS[1], text, 'PX', ARGV[2])",
  "redis.call('pexpire', KEYS[count + at], ARGV[2])",
  "redis.call('pexpire', marks, math.max(1, math.ceil(left)))",
  "local keptMs = 500\nredis.call('set', KEYS[1], text, 'PX', keptMs)",
])('a whole time is accepted in a script: %s', (text) => {
  expect(wholeMsFaults([script(text)])).toEqual([])
})

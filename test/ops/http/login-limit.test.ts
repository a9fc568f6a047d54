import { expect, test } from 'vitest'
import { createLoginLimit } from '../../../src/ops/http/login-limit.ts'

const most = { windowMs: 60_000, perAddress: 3, overall: 8 }

function aLimit() {
  const clock = { ms: 0 }
  return { clock, limit: createLoginLimit(() => clock.ms, most) }
}

test('an address must wait for the end of the window after too many wrong passwords', () => {
  const { clock, limit } = aLimit()
  for (const wait of [0, 0, 0, 60_000]) {
    expect(limit.waitMs('192.0.2.1')).toBe(wait)
    limit.noteWrong('192.0.2.1')
  }
  expect(limit.waitMs('192.0.2.2')).toBe(0)
  clock.ms = 59_999
  expect(limit.waitMs('192.0.2.1')).toBe(1)
  clock.ms = 60_000
  expect(limit.waitMs('192.0.2.1')).toBe(0)
})

test.each([
  ['2001:db8::1', '2001:db8::ffff:2', true],
  ['2001:db8::1', '2001:db8:0:1::1', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
])('%s and %s count as one source: %s', (one, other, same) => {
  const { limit } = aLimit()
  for (let tries = 0; tries < 3; tries++) limit.noteWrong(one)
  expect(limit.waitMs(other) > 0).toBe(same)
})

test('many addresses together are limited, except those that have logged in', () => {
  const { limit } = aLimit()
  limit.noteRight('192.0.2.99')
  for (let host = 1; host <= 8; host++) {
    expect(limit.waitMs(`192.0.2.${host}`)).toBe(0)
    limit.noteWrong(`192.0.2.${host}`)
  }
  expect(limit.waitMs('192.0.2.77')).toBeGreaterThan(0)
  expect(limit.waitMs('192.0.2.99')).toBe(0)
  for (let tries = 0; tries < 3; tries++) limit.noteWrong('192.0.2.99')
  expect(limit.waitMs('192.0.2.99')).toBeGreaterThan(0)
})

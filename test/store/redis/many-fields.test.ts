import { expect } from 'vitest'
import { replaceUnchanged } from '../../../src/store/redis/hash.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

it('a script changes more fields than Lua can pass to one command', async ({ store, keys }) => {
  const key = `${keys.prefix}many`
  const fields = Array.from({ length: 9_001 }, (_, index) => `field-${index}`)
  const set = fields.flatMap((field) => [field, '', 'value'])
  expect(await replaceUnchanged.run(store.redis, [key], set)).toBe(fields.length)
  expect(await store.redis.hlen(key)).toBe(fields.length)
  const removed = fields.flatMap((field) => [field, 'value', ''])
  expect(await replaceUnchanged.run(store.redis, [key], removed)).toBe(fields.length)
  expect(await store.redis.exists(key)).toBe(0)
})

it('a field that is replaced twice in one step has its second value', async ({ store, keys }) => {
  const key = `${keys.prefix}twice`
  const args = ['field', '', 'first', 'field', 'first', 'second', 'field', 'first', 'third']
  expect(await replaceUnchanged.run(store.redis, [key], args)).toBe(2)
  expect(await store.redis.hget(key, 'field')).toBe('second')
})

import { expect } from 'vitest'
import { newRun } from '../../../src/core/run/run.ts'
import { createUpstreamsHealth } from '../../../src/store/fleet/api-health.ts'
import { moveForeignAway } from '../../../src/store/integrity/foreign.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { withStore } from '../../helpers/store-fixtures.ts'
import {
  caseNames,
  keyCases,
  keysByName,
  menuId,
  now,
  runId,
  withoutCase,
  type KeyCase,
  type Opened,
} from './key-cases.ts'

const garbage = '{"broken":'
const also = { languages: ['de-de'], runs: [runId], menuId }

const it = withStore().extend('opened', async ({ store, keys, stores }): Promise<Opened> => {
  const createdAt = new Date(now).toISOString()
  await stores.runs.begin(
    newRun({ id: runId, kind: 'sync', trigger: 'cli', approved: false, scope: {}, createdAt }),
  )
  return { ...stores, redis: store.redis, keys, connect: () => store.connect() }
})

it('every kind of key has a case', ({ keys }) => {
  expect([...caseNames, ...withoutCase].toSorted()).toEqual(Object.keys(createKeys('m')).toSorted())
  expect(new Set(keysByName(keys).values()).size).toBe(caseNames.length)
})

it.for(caseNames)('%s of another type is named and moved away', async (name, { opened }) => {
  const { redis, keys } = opened
  const key = keysByName(keys).get(name) ?? ''
  const { type, use }: KeyCase = keyCases[name]
  await redis.del(key)
  await redis.rpush(key, 'foreign')
  const aside = keys.movedAway(key, now)
  expect(await moveForeignAway(redis, keys, now, also)).toContain(
    `${key} held a list instead of a ${type}; it was moved to ${aside}`,
  )
  expect(await redis.lrange(aside, 0, -1)).toEqual(['foreign'])
  await use(opened)
})

const corruptible = caseNames.filter((name) => 'corrupt' in keyCases[name])

it.for(corruptible)('%s with a corrupt value does not affect anything else', async (name, { opened }) => {
  const { redis, keys } = opened
  const key = keysByName(keys).get(name) ?? ''
  const { field, corrupt, use }: KeyCase = keyCases[name]
  if (field === undefined) await redis.set(key, garbage)
  else await redis.hset(key, field, garbage)
  const moved = await moveForeignAway(redis, keys, now, also)
  expect(moved.filter((what) => what.includes(key))).toHaveLength(corrupt === 'moved' ? 1 : 0)
  const fault: unknown = await use(opened).then(
    () => undefined,
    (error: unknown) => error,
  )
  // The error names the record, and all others continue.
  const named = expect.objectContaining({
    name: 'DamagedError',
    message: expect.stringContaining(`${key} ${field}`) as unknown,
  }) as unknown
  expect(fault).toEqual(corrupt === 'named' ? named : undefined)
})

it('counts of responses and of a run restart at zero if they were damaged', async ({ opened }) => {
  const { redis, keys, runs } = opened
  const minute = now / 60_000
  await redis.hset(keys.upstreamHealth('cms', minute), { failed: garbage, 'within-3': '2' })
  await redis.set(keys.upstreamHealth('cms', minute - 1), 'foreign')
  await redis.hset(keys.progress(runId), { planned: garbage, total: '9' })
  expect((await createUpstreamsHealth(redis, keys, () => now).read()).cms).toMatchObject({
    requests: 2,
    failed: 0,
  })
  expect(await runs.progress(runId)).toEqual({ planned: 0, total: 9 })
  await moveForeignAway(redis, keys, now)
  await runs.advance(runId, { planned: 3 })
  expect(await runs.progress(runId)).toEqual({ planned: 3, total: 9 })
})

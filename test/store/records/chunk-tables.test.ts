import { expect } from 'vitest'
import { DamagedError } from '../../../src/lib/stored-errors.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const language = 'de-de'
const [a, b, c] = ['4006381333931', '4006381333948', '4006381333955'] as const
const gtins = [a, b, c]
const records = gtins.map((gtin) => ({ gtin, language }))
const [first, second, third] = [`${a}/${language}`, `${b}/${language}`, `${c}/${language}`]
const runId = '2026-11-20-1'
const hold = { kind: 'hold', by: 'test', reason: 'test', at: '2026-11-20T04:00:00.000Z' } as const

const it = withStore()

const head = JSON.stringify({ digest: 'd', template: 't', pageId: 7, slug: 's', state: 'mirrored' })

it('nothing is stored about the records of an empty mirror', async ({ stores: { chunkTables } }) => {
  const tables = await chunkTables.read(runId, language, gtins)
  expect(tables.heads(records)).toEqual([undefined, undefined, undefined])
  for (const table of [tables.decisions, tables.failing, tables.missingAssets, tables.pageStates])
    expect(await table.read(records)).toEqual([undefined, undefined, undefined])
  expect([...tables.missed, ...tables.suspects, ...tables.resynced]).toEqual([])
  expect(tables.etags).toEqual({ turns: undefined, fault: undefined })
})

it('each value is that of its record, whatever else is stored', async ({ stores, store, keys }) => {
  await store.redis.hset(keys.heads(language), b, head)
  await store.redis.hset(keys.heads('fr-fr'), a, head)
  await store.redis.hset(keys.misses(language), c, '1|run|0|list')
  await store.redis.hset(keys.decisions, second, JSON.stringify(hold))
  await store.redis.hset(keys.suspects, first, '{}')
  await store.redis.hset(keys.planResynced(runId), third, '2026-11-20-2')
  await store.redis.hset(keys.planResynced('2026-11-20-9'), first, '2026-11-20-2')
  await stores.etags.startRun(runId, 5)
  await stores.etags.saveFault(third)

  const tables = await stores.chunkTables.read(runId, language, gtins)
  expect(tables.heads(records).map((one) => one?.pageId)).toEqual([undefined, 7, undefined])
  expect(tables.heads(records.toReversed())[1]).toMatchObject({ slug: 's' })
  expect(await tables.decisions.read(records)).toEqual(await stores.decisions.read(records))
  expect(await tables.decisions.read(records.slice(1, 2))).toMatchObject([{ kind: 'hold' }])
  expect([...tables.missed]).toEqual([third])
  expect([...tables.suspects]).toEqual([first])
  expect([...tables.resynced]).toEqual([third])
  expect(tables.etags).toEqual(await stores.etags.read(runId))
  expect(tables.etags).toMatchObject({ fault: third, turns: { from: 5, to: 5 } })
})

it('a damaged value concerns only its record', async ({ stores, store, keys }) => {
  await store.redis.hset(keys.heads(language), a, head, b, '{"digest":')
  await store.redis.hset(keys.failing, third, 'x')
  const tables = await stores.chunkTables.read(runId, language, gtins)
  expect(() => tables.heads(records)).toThrow(DamagedError)
  expect(tables.heads(records.slice(0, 1))).toMatchObject([{ pageId: 7 }])
  await expect(tables.failing.read(records)).rejects.toThrow(third)
  expect(await tables.failing.read(records.slice(0, 2))).toEqual([undefined, undefined])
})

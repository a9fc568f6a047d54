import { expect } from 'vitest'
import type { RunState } from '../../../src/core/run/run.ts'
import { key, productOf } from '../../helpers/content/records.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { withStore } from '../../helpers/store-fixtures.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'

const day = 24 * 3600 * 1000
const start = Date.parse('2026-01-01T00:00:00Z')

/** A run of that day, with data of every kind that a run leaves behind. */
const it = withStore()
  .extend(
    'run',
    ({ stores: { runs, plans } }) =>
      async (ofDay: number, state: RunState = 'done', id = `run-${ofDay}`) => {
        await runs.begin(runOf(id, { createdAt: new Date(start + ofDay * day).toISOString() }))
        await runs.saveOutcomes(id, [{ ...key, result: 'created' }])
        await runs.advance(id, { planned: 1 })
        await plans.save(id, [{ ...key, kind: 'create', product: productOf(), digest: 'd' }])
        await runs.update(id, { state })
      },
  )
  .extend(
    'keptIds',
    ({ stores: { runs } }) =>
      async () =>
        (await runs.list(10_000)).map(({ id }) => id),
  )
  .extend(
    'keysOf',
    ({ store, keys }) =>
      async (id: string) =>
        (await store.redis.keys(`${keys.run(id)}*`)).filter((each) =>
          /^(?::|$)/.test(each.slice(keys.run(id).length)),
        ),
  )

it('runs are kept for ninety days', async ({ run, keptIds, keysOf }) => {
  for (let each = 0; each <= 95; each++) await run(each)
  const kept = await keptIds()
  expect([kept.length, kept.at(-1)]).toEqual([91, 'run-5'])
  expect(await keysOf('run-4')).toEqual([])
  expect((await keysOf('run-5')).length).toBeGreaterThan(1)
})

it('the newest twenty ended runs are kept at any age', async ({ run, keptIds }) => {
  for (let each = 0; each < 30; each++) await run(each)
  await run(1000)
  const kept = await keptIds()
  // The run that just started has not ended yet.
  expect([kept.length, kept.at(-1)]).toEqual([21, 'run-10'])
})

it('waiting runs do not count among the twenty ended runs', async ({ stores: { runs }, run, keptIds }) => {
  for (let each = 0; each < 20; each++) await run(each)
  for (let each = 20; each < 45; each++) await run(each, 'planned')
  await run(1000)
  expect(await keptIds()).toHaveLength(46)
  expect(await runs.waiting()).toHaveLength(25)
})

it('at most five thousand runs are kept, and each start of a run deletes a few', async ({
  store,
  keys,
  run,
  keysOf,
}) => {
  const pipeline = store.redis.pipeline()
  for (let each = 0; each < 5_050; each++) {
    const createdAt = new Date(start + each * 1000).toISOString()
    const fields = Object.entries(runOf(`run-${each}`, { state: 'done', createdAt }))
    pipeline.hset(
      keys.run(`run-${each}`),
      ...fields.flatMap(([name, value]) => [name, JSON.stringify(value)]),
    )
    pipeline.zadd(keys.runs, start + each * 1000, `run-${each}`)
  }
  await pipeline.exec()
  const count = () => store.redis.zcard(keys.runs)
  await run(1, 'done', 'one')
  expect(await count()).toBe(5_031)
  await run(2, 'done', 'two')
  await run(3, 'done', 'three')
  expect(await count()).toBe(5_000)
  expect(await keysOf('run-52')).toEqual([])
  expect(await keysOf('run-53')).toHaveLength(1)
})

it('the configured number of runs is kept', async ({ store, keys, stores, run, keptIds, keysOf }) => {
  for (let each = 0; each < 30; each++) await run(each)
  const few = createRuns(store.redis, keys, 25)
  await few.begin(runOf('next', { createdAt: new Date(start + 31 * day).toISOString() }))
  expect(await keptIds()).toHaveLength(25)
  expect(await keysOf('run-5')).toEqual([])
  expect(await stores.runs.read('run-6')).toMatchObject({ state: 'done' })
})

it('a deleted run no longer waits', async ({ stores: { runs }, run, keysOf }) => {
  await run(0, 'held')
  for (let each = 1; each < 22; each++) await run(each)
  expect((await runs.waiting()).map(({ id }) => id)).toEqual(['run-0'])
  await run(1000)
  expect(await runs.waiting()).toEqual([])
  expect(await keysOf('run-0')).toEqual([])
})

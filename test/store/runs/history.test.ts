import { expect } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import { key, snapshotOf, textsOf } from '../../helpers/content/records.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const dayMs = 24 * 3600 * 1000
const start = Date.parse('2026-11-20T04:00:00.000Z')

const it = withStore().extend(
  'keepRun',
  ({ stores: { runs } }) =>
    async (day: number, outcomes: Outcome[]) => {
      const run = runOf(`run-${day}`, {
        createdAt: new Date(start + day * dayMs).toISOString(),
        trigger: 'schedule',
      })
      await runs.begin(run)
      await runs.saveOutcomes(run.id, outcomes)
      await runs.update(run.id, { state: 'done' })
    },
)

it('the history lists a record’s outcomes of every stored run, newest first', async ({
  stores: { history },
  keepRun,
}) => {
  const other = { ...key, gtin: '4012345000009' }
  await keepRun(0, [{ ...key, result: 'created', after: 'one' }])
  await keepRun(1, [{ ...other, result: 'created' }])
  await keepRun(2, [
    { ...key, result: 'updated', at: '2026-11-22T04:05:00.000Z', before: 'one', after: 'two' },
  ])
  const entries = await history.read([key], new Date(start))
  const run = { kind: 'sync', trigger: 'schedule' }
  expect(entries).toEqual([
    {
      ...key,
      ...run,
      result: 'updated',
      runId: 'run-2',
      at: '2026-11-22T04:05:00.000Z',
      before: 'one',
      after: 'two',
    },
    // Without its own time it has that of its run.
    { ...key, ...run, result: 'created', runId: 'run-0', at: '2026-11-20T04:00:00.000Z', after: 'one' },
  ])
})

it('nothing older than the requested time is read', async ({ stores: { history }, keepRun }) => {
  await keepRun(0, [{ ...key, result: 'created' }])
  await keepRun(5, [{ ...key, result: 'updated' }])
  const entries = await history.read([key], new Date(start + dayMs))
  expect(entries.map(({ runId }) => runId)).toEqual(['run-5'])
  expect(await history.read([], new Date(0))).toEqual([])
})

it('several hundred runs are all read', async ({ store, keys, stores: { runs, history } }) => {
  for (let day = 0; day < 410; day++) {
    const id = `run-${day}`
    const at = start + day * 1000
    await store.redis.zadd(keys.runs, at, id)
    await store.redis.hset(keys.run(id), {
      kind: '"sync"',
      trigger: '"cli"',
      createdAt: JSON.stringify(new Date(at).toISOString()),
    })
    if (day % 100 === 0) {
      const outcome = { ...key, result: 'updated' } as const
      await runs.saveOutcomes(id, [outcome])
    }
  }
  const entries = await history.read([key], new Date(start))
  expect(entries.map(({ runId }) => runId)).toEqual(['run-400', 'run-300', 'run-200', 'run-100', 'run-0'])
})

it('replaced content is kept for thirty days, saved in one step with the acknowledgement', async ({
  store,
  keys,
  stores: { writes, undo },
}) => {
  const replaced = { did: 'updated', texts: { title: textsOf().title, inner: '<p>Kleben.</p>' } } as const
  const outcome = { ...key, result: 'updated' } as const
  const snapshot = snapshotOf()
  const pending = { at: '2026-11-20T04:00:00.000Z', by: 'undo', kind: 'hold', reason: 'x' } as const
  const comes = { read: undefined, now: pending }
  const steps = await store.stepsOf(() =>
    writes.commit('run-1', [{ outcome, snapshot, replaced, pending: comes }]),
  )
  expect(steps).toEqual(['multi'])
  const id = `${key.gtin}/${key.language}`
  const stranger = { key: { ...key, language: 'en-gb' }, snapshot: undefined }
  expect(await undo.read('run-1', [{ key, snapshot }, stranger])).toEqual([{ outcome, replaced }, undefined])
  expect(await undo.outcomes('run-1', [id, 'another/de'])).toEqual([outcome, undefined])
  const decided = snapshotOf(undefined, { base: textsOf({ title: 'Anders' }) })
  // A decision has changed the snapshot since, so the stored difference is useless.
  expect(await undo.read('run-1', [{ key, snapshot: decided }])).toEqual([{ outcome }])
  expect(await undo.read('run-1', [{ key, snapshot: undefined }])).toEqual([{ outcome }])
  const ttl = await store.redis.ttl(keys.undo('run-1'))
  expect(ttl).toBeGreaterThan(30 * 24 * 3600 - 60)
  expect(await store.redis.hexists(keys.decisions, id)).toBe(1)

  // Another decision was made in the meantime.
  await writes.commit('run-1', [{ outcome, pending: { read: undefined, now: undefined } }])
  await writes.commit('run-1', [{ outcome, pending: { read: { ...pending, by: 'anna' }, now: undefined } }])
  await writes.commit('run-1', [{ outcome, pending: { read: undefined, now: { ...pending, by: 'anna' } } }])
  expect(JSON.parse((await store.redis.hget(keys.decisions, id)) ?? '')).toEqual({ v: 4, ...pending })

  await writes.commit('run-2', [{ outcome, pending: { read: pending, now: undefined } }])
  expect(await store.redis.hexists(keys.decisions, id)).toBe(0)
  expect(await undo.read('run-2', [{ key, snapshot }])).toEqual([{ outcome }])
  expect(await store.redis.exists(keys.undo('run-2'))).toBe(0)
})

it('a change of a few words keeps the replaced version in a few bytes', async ({
  store,
  keys,
  stores: { writes },
}) => {
  const inner = Array.from({ length: 200 }, (_, at) => `<p>Absatz ${at} über Dichtband ${at * 37}.</p>`).join(
    '\n',
  )
  const snapshot = snapshotOf(undefined, { base: textsOf({ inner }) })
  const replaced = { did: 'updated', texts: { inner: inner.replace('Absatz 7 ', 'Absatz sieben ') } } as const
  const outcome = { ...key, result: 'updated' } as const
  await writes.commit('run-1', [{ outcome, snapshot, replaced }])
  const id = `${key.gtin}/${key.language}`
  expect(await store.redis.hstrlen(keys.undo('run-1'), id)).toBeLessThan(200)
})

import { because, reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { listFailing, retryFailing } from '../../../src/sync/decisions/list-failing.ts'
import type { RunScope } from '../../../src/core/run/run.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { only, outcomesOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const hour = 3_600_000

const test = withMirror({ gtins: 6, languages: 'de-de', prepare: sync })

const breakOne = (stage: Stage, key: RecordKey) =>
  stage.mock.faults([{ side: 'partner', path: `/product/${key.gtin}`, kind: 'status', status: 500 }])

async function syncs(mirror: Mirror, times: number) {
  for (let time = 0; time < times; time++) await sync(mirror)
}

/** The number of records that were requested from the partner, without the language list. */
async function asked(stage: Stage, work: () => Promise<unknown>): Promise<number> {
  await stage.mock.zeroStats()
  await work()
  const { statuses } = await stage.mock.stats()
  return Object.values(statuses.partner).reduce((sum, count) => sum + count, 0) - 1
}

test('after five failing runs in a row a record is quarantined: not requested, not failed, its page unchanged', async ({
  stage,
  mirror,
  key,
}) => {
  const before = await stage.editor.recordPages()
  await breakOne(stage, key)
  for (let time = 0; time < 5; time++) {
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'partial', counts: { failed: 1, quarantined: 0 } })
  }
  await stage.mock.zeroStats()
  const { run, outcomes } = await sync(mirror)
  expect(run).toMatchObject({
    state: 'done',
    counts: { records: 6, failed: 0, absent: 0, quarantined: 1, unchanged: 5, retired: 0 },
  })
  expect((await stage.mock.stats()).statuses.partner).toEqual({ '2xx': 1, '3xx': 5 })
  expect(only(outcomes)).toMatchObject({ ...key, result: 'quarantined' })
  expect(reasonOf(only(outcomes))).toMatch(
    /^failed in 5 runs in a row since 2026-11-20 04:00 UTC, most recently: .*returned 500.* the next attempt is after 2026-11-20 10:00 UTC/,
  )
  expect(await stage.editor.recordPages()).toEqual(before)
})

test('a quarantined record is tried again when its time comes, and waits twice as long if it fails', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 5)
  mirror.pass(6 * hour - 1)
  expect((await sync(mirror)).run.counts).toMatchObject({ quarantined: 1 })
  mirror.pass(1)
  expect((await sync(mirror)).run).toMatchObject({ state: 'partial', counts: { failed: 1, quarantined: 0 } })
  mirror.pass(12 * hour - 1)
  expect((await sync(mirror)).run.counts).toMatchObject({ quarantined: 1 })
})

test('a record that recovers starts at zero: five more failing runs until quarantine', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 5)
  mirror.pass(6 * hour)
  await stage.mock.clearFaults()
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { updated: 1, quarantined: 0 } })
  expect(await mirror.failing.count()).toBe(0)
  await breakOne(stage, key)
  await syncs(mirror, 4)
  expect((await sync(mirror)).run.counts).toMatchObject({ failed: 1, quarantined: 0 })
  expect((await sync(mirror)).run.counts).toMatchObject({ failed: 0, quarantined: 1 })
})

test('one good run resets the count, although an unchanged record has no outcome', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 4)
  await stage.mock.clearFaults()
  await sync(mirror)
  expect(await mirror.failing.count()).toBe(0)
})

test('runs with more than a fifth of failures count for no record, show each and release none', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 4)
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 500 }])
  expect((await sync(mirror)).run.counts).toMatchObject({ failed: 6 })
  const { failing } = await listFailing(mirror, 10)
  expect(failing[0]).toMatchObject({ ...key, count: 4 })
  expect(failing.map(({ count }) => count)).toEqual([4, 0, 0, 0, 0, 0])
  await breakOne(stage, key)
  await sync(mirror)
  expect((await listFailing(mirror, 10)).failing).toMatchObject([{ ...key, count: 5 }])
})

test('a run counts once, even if its end is repeated after a crash', async ({ stage, mirror, key }) => {
  await breakOne(stage, key)
  const { runId } = await plan(mirror)
  const { runs } = mirror
  mirror.runs = {
    ...runs,
    update: async () => {
      throw new Error('the process dies before the run is closed')
    },
  }
  await expect(finishRun(mirror, runId)).rejects.toThrow('dies')
  mirror.runs = runs
  mirror.pass(1000)
  await finishRun(mirror, runId)
  expect((await listFailing(mirror, 10)).failing).toEqual([
    expect.objectContaining({ ...key, count: 1, since: '2026-11-20T04:00:00.000Z' }),
  ])
})

test('a run that was cancelled, held or failed counts for no record', async ({ stage, mirror, key }) => {
  await breakOne(stage, key)
  for (const state of ['cancelled', 'held'] as const) {
    const { runId } = await plan(mirror)
    await finishRun(mirror, runId, { state })
  }
  expect(await mirror.failing.count()).toBe(0)
  const { runId } = await plan(mirror)
  await finishRun(mirror, runId, { state: 'failed' })
  expect((await listFailing(mirror, 10)).failing).toMatchObject([{ ...key, count: 0 }])
})

test('a record whose whole batch failed is shown as failing, and does not count towards quarantine', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  await failLeftovers(mirror, runId)
  expect(await finishRun(mirror, runId)).toMatchObject({ state: 'partial', counts: { failed: 1 } })
  expect((await listFailing(mirror, 10)).failing).toMatchObject([{ ...key, count: 0 }])
})

test('a dry run skips quarantined records and counts no failures', async ({ stage, mirror, key }) => {
  await breakOne(stage, key)
  await syncs(mirror, 5)
  const { runId } = await plan(mirror, 'plan')
  expect(only(await outcomesOf(mirror, runId))?.result).toBe('quarantined')
  await finishRun(mirror, runId, { state: 'planned' })
  expect((await listFailing(mirror, 10)).failing).toMatchObject([{ count: 5 }])
})

/** A run over part of the mirror. */
async function syncScoped(mirror: Mirror, scope: RunScope) {
  const { runId } = await plan(mirror, 'sync', scope)
  return { run: await finishRun(mirror, runId), outcomes: await outcomesOf(mirror, runId) }
}

test('a run that names a quarantined product tries it; one that names others does not count it', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 5)
  const other = await syncScoped(mirror, { gtins: [mirror.listed[1] ?? ''] })
  expect(other.run?.counts).toMatchObject({ records: 1, quarantined: 0 })
  expect((await listFailing(mirror, 10)).quarantined).toBe(1)

  const named = await syncScoped(mirror, { gtins: [key.gtin] })
  expect(only(named.outcomes)).toMatchObject({ result: 'failed' })
  await stage.mock.clearFaults()
  expect(await asked(stage, () => syncScoped(mirror, { gtins: [key.gtin] }))).toBe(1)
  expect(await mirror.failing.count()).toBe(0)
})

test('a run over one language does not count records of other languages', async ({ stage, mirror, key }) => {
  await breakOne(stage, key)
  await syncs(mirror, 1)
  await stage.mock.clearFaults()
  await mirror.failing.save([
    {
      key: { ...key, language: 'en-gb' },
      value: { count: 2, since: '2026-11-19T04:00:00.000Z', runId: 'earlier', reasons: because('x') },
    },
  ])
  await syncScoped(mirror, { languages: ['de-de'] })
  expect((await listFailing(mirror, 10)).failing).toMatchObject([{ language: 'en-gb', count: 2 }])
})

test('a record that an operator releases from quarantine is requested by the next run', async ({
  stage,
  mirror,
  key,
}) => {
  await breakOne(stage, key)
  await syncs(mirror, 5)
  const other = { gtin: key.gtin, language: 'fr-fr' }
  expect(await retryFailing(mirror, other)).toEqual([])
  await stage.mock.clearFaults()
  expect(await asked(stage, () => sync(mirror))).toBe(5)
  expect(await retryFailing(mirror, { gtin: key.gtin })).toEqual([key])
  expect(await retryFailing(mirror, {})).toEqual([])
  expect(await asked(stage, () => sync(mirror))).toBe(6)
})

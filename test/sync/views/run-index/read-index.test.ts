import { describe, expect } from 'vitest'
import { gtinCheckDigit } from '../../../../src/contracts/gtin.ts'
import type { Outcome } from '../../../../src/core/run/change.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import type { RunDeps } from '../../../../src/sync/deps.ts'
import { breakDown } from '../../../../src/sync/views/run-index/break-down.ts'
import { fewRecords, indexRun } from '../../../../src/sync/runs/run-index/index-run.ts'
import { createIndexReader } from '../../../../src/sync/views/run-index/read-index.ts'
import { withOps, type Ops } from '../../../helpers/ops.ts'
import { aProduct, aRun } from '../../../ops/start-ops.ts'

const many = fewRecords + 500
const gtins = Array.from({ length: many }, (_, index) => {
  const head = String(402663900000 + index)
  return head + gtinCheckDigit(head)
})
const updated = (gtin: string): Outcome => ({ gtin, language: 'de', result: 'updated', fields: ['price'] })
const last = gtins.at(-1) ?? ''

/** The stores, and how often all outcomes of a run were read. */
function countScans(deps: RunDeps): { deps: RunDeps; scans: () => number } {
  let scans = 0
  const scanOutcomes: RunDeps['runs']['scanOutcomes'] = (runId) => {
    scans++
    return deps.runs.scanOutcomes(runId)
  }
  return { deps: { ...deps, runs: { ...deps.runs, scanOutcomes } }, scans: () => scans }
}

let number = 0
const test = withOps()
  /** Runs an update of all records up to this state, and stores the index as the end of a run does. */
  .extend('ended', ({ ops }) => async (state: Run['state'] = 'done'): Promise<Run> => {
    const run = aRun({ id: `2026-11-20-${++number}`, state: 'writing' })
    await ops.runs.begin(run)
    await ops.runs.saveOutcomes(run.id, gtins.map(updated))
    await ops.runs.update(run.id, { state })
    await indexRun(ops.deps, run.id)
    return readRun(ops, run.id)
  })
  /** A plan that updates all records, held. */
  .extend('held', ({ ops }) => async (): Promise<Run> => {
    const run = aRun({ id: `2026-11-20-${++number}`, state: 'held' })
    const product = aProduct('de', 'Band')
    const change = {
      language: 'de',
      kind: 'update' as const,
      product,
      digest: 'd',
      pageId: 1,
      fields: ['name'],
    }
    await ops.plans.save(
      run.id,
      gtins.map((gtin) => ({ ...change, gtin })),
    )
    await ops.runs.hold(run)
    await indexRun(ops.deps, run.id)
    return readRun(ops, run.id)
  })

async function readRun({ runs }: Ops, id: string): Promise<Run> {
  const run = await runs.read(id)
  if (run === undefined) throw new Error(`no run ${id}`)
  return run
}

/** The counts of a run's records, and how often all of them were read for it. */
async function countsOf(ops: Ops, run: Run) {
  const { deps, scans } = countScans(ops.deps)
  const read = await createIndexReader(deps)(run)
  const counts =
    read && Object.fromEntries(breakDown(read.index).whats.map(({ what, count }) => [what, count]))
  return { counts, scans: scans() }
}

describe('the index of a large run', () => {
  test('is stored when the run ends, so that its page does not read all outcomes', async ({ ops, ended }) => {
    expect(await countsOf(ops, await ended())).toEqual({ counts: { updated: many }, scans: 0 })
  })

  test('of a held plan is stored with it, and expires with it', async ({ ops, held }) => {
    const run = await held()
    expect(await countsOf(ops, run)).toEqual({ counts: { update: many }, scans: 0 })
    const key = `pm:test:run:${run.id}`
    const [ttl, plan] = await Promise.all([ops.redis.ttl(`${key}:index`), ops.redis.ttl(`${key}:plan`)])
    expect(Math.abs(ttl - plan)).toBeLessThan(60)
  })

  test('no longer counts once an outcome was stored after it', async ({ ops, ended }) => {
    const run = await ended()
    await ops.runs.saveOutcomes(run.id, [{ gtin: last, language: 'de', result: 'failed' }])
    const found = { failed: 1, updated: many - 1 }
    expect(await countsOf(ops, run)).toEqual({ counts: found, scans: 1 })
    expect(await countsOf(ops, run)).toEqual({ counts: found, scans: 0 })
  })

  test('no longer counts once a batch of writes was acknowledged after it', async ({ ops, ended }) => {
    const run = await ended()
    await ops.writes.commit(run.id, [{ outcome: { gtin: last, language: 'de', result: 'kept' } }])
    expect((await countsOf(ops, run)).counts).toEqual({ kept: 1, updated: many - 1 })
  })

  test('of a plan is not shown for the run after it was approved and has ended', async ({ ops, held }) => {
    const { id } = await held()
    await ops.runs.resume(id, { approved: true })
    await ops.runs.saveOutcomes(id, gtins.slice(0, fewRecords + 1).map(updated))
    await ops.runs.update(id, { state: 'partial' })
    expect((await countsOf(ops, await readRun(ops, id))).counts).toEqual({ updated: fewRecords + 1 })
  })

  test('is made and stored by the first page if a process was killed before it was stored', async ({
    ops,
    ended,
  }) => {
    const run = await ended()
    await ops.redis.del(`pm:test:run:${run.id}:index`)
    expect(await countsOf(ops, run)).toEqual({ counts: { updated: many }, scans: 1 })
    expect(await countsOf(ops, run)).toEqual({ counts: { updated: many }, scans: 0 })
  })

  test('is made again if the stored one is damaged', async ({ ops, ended }) => {
    const run = await ended()
    await ops.redis.hset(`pm:test:run:${run.id}:index`, 'records', 'nonsense')
    expect(await countsOf(ops, run)).toEqual({ counts: { updated: many }, scans: 1 })
  })

  test('is made once for all pages that wait for it', async ({ ops, ended }) => {
    const run = await ended()
    await ops.redis.del(`pm:test:run:${run.id}:index`)
    const { deps, scans } = countScans(ops.deps)
    const read = createIndexReader(deps)
    const found = await Promise.all(Array.from({ length: 20 }, () => read(run)))
    expect(found.map((one) => one?.index.count)).toEqual(found.map(() => many))
    expect(scans()).toBe(1)
  })

  test('of a plan that is discarded while it is made is not shown for the discarded one', async ({
    ops,
    held,
  }) => {
    const run = await held()
    const failed = (gtin: string): Outcome => ({ gtin, language: 'en', result: 'failed' })
    await ops.runs.saveOutcomes(run.id, gtins.map(failed))
    const read = createIndexReader(ops.deps)
    const first = read(run)
    await ops.runs.update(run.id, { state: 'cancelled' })
    const after = await read(await readRun(ops, run.id))
    expect(after && breakDown(after.index).whats).toEqual([{ what: 'failed', count: many }])
    await first
  })

  test('is missing on a page that would wait too long for it', async ({ ops, ended }) => {
    const run = await ended()
    await ops.redis.del(`pm:test:run:${run.id}:index`)
    expect(await createIndexReader(ops.deps, { waitMs: 0 })(run)).toBeUndefined()
  })
})

describe('an active run', () => {
  test('is shown as of a time, and read again only after a while', async ({ ops }) => {
    const run = aRun({ id: `2026-11-20-${++number}`, state: 'writing' })
    await ops.runs.begin(run)
    await ops.runs.saveOutcomes(run.id, gtins.slice(1).map(updated))
    let now = Date.parse('2026-11-21T00:00:00Z')
    const { deps, scans } = countScans({ ...ops.deps, now: () => new Date(now) })
    const read = createIndexReader(deps)
    const countNow = async () => {
      const found = await read(run)
      return { count: found?.index.count, isLate: found?.isLate, scans: scans() }
    }
    expect(await countNow()).toEqual({ count: many - 1, isLate: false, scans: 1 })
    await ops.runs.saveOutcomes(run.id, [updated(gtins[0] ?? '')])
    expect(await countNow()).toEqual({ count: many - 1, isLate: true, scans: 1 })
    now += 3_600_000
    expect(await countNow()).toEqual({ count: many, isLate: false, scans: 2 })
    await ops.runs.update(run.id, { state: 'done' })
  })

  test('with few records is always shown as it is', async ({ ops }) => {
    const run = aRun({ id: `2026-11-20-${++number}`, state: 'writing' })
    await ops.runs.begin(run)
    const read = createIndexReader(ops.deps)
    for (const [index, gtin] of gtins.slice(0, 3).entries()) {
      await ops.runs.saveOutcomes(run.id, [updated(gtin)])
      expect(await read(run)).toMatchObject({ isLate: false, index: { count: index + 1 } })
    }
    await ops.runs.update(run.id, { state: 'done' })
  })
})

import { expect } from 'vitest'
import { applyGuards } from '../../../jobs/review-plan.ts'
import { refreshResynced } from '../../../src/sync/plan/refresh-resynced.ts'
import { beginRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import { resync } from '../../helpers/sync/resync.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, outcomesOf, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withJobs } from '../../helpers/sync/with-mirror.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'

const test = withJobs({ gtins: 12, prepare: sync })

/** The partner changes the first products. */
async function change({ mock }: Stage, gtins: readonly string[], name: string) {
  for (const gtin of gtins) await mock.patchProduct(gtin, '*', { name })
}

test('a product run leaves a held plan to its approval, which writes the rest of it', async ({
  stage,
  mirror,
  jobs,
}) => {
  const [first = '', ...others] = mirror.listed.slice(0, 9)
  await change(stage, [first, ...others], 'Neu')
  const held = await hold(mirror)
  await change(stage, [first], 'Neuer')
  expect(await resync(mirror, jobs, [first])).toMatchObject({ state: 'done', counts: { updated: 1 } })
  expect(await mirror.runs.read(held)).toMatchObject({ state: 'held', planned: { update: 9 } })

  expect(await approve(mirror, held)).toMatchObject({ passed: true })
  await refreshResynced(mirror, { runId: held, recordIds: await mirror.plans.list(held, 'write', 0, 100) })
  const { run } = await apply(mirror, held)
  expect(run).toMatchObject({ state: 'done', counts: { updated: 8, failed: 0 } })
  const { title } = await stage.editor.page({ gtin: first, language: 'de-de' })
  expect(title.raw).toBe('Neuer')
})

test('a product run writes nothing that a held plan holds, unless it is approved', async ({
  stage,
  mirror,
  jobs,
}) => {
  const changed = mirror.listed.slice(0, 9)
  const [first = '', second = ''] = changed
  await change(stage, changed, 'Neu')
  const held = await hold(mirror)
  const before = await stage.editor.recordPages()
  await stage.mock.zeroStats()
  const run = await resync(mirror, jobs, [first, second])
  expect(run).toMatchObject({ state: 'done', counts: { held: 2, updated: 0, notPlanned: 0 } })
  expect((await outcomesOf(mirror, run.id)).get(`${first}/de-de`)?.reason).toMatch(
    `run ${held} holds this change until its plan is approved or cancelled`,
  )
  expect(await stage.editor.recordPages()).toEqual(before)
  expect(await resync(mirror, jobs, [first], true)).toMatchObject({ counts: { updated: 1 } })
  await cancelRun(mirror, held)
  expect(await resync(mirror, jobs, [second])).toMatchObject({ counts: { updated: 1 } })
})

test('product runs write together no more than one run may: the guard counts their writes since the last full run', async ({
  stage,
  mirror,
  jobs,
}) => {
  const changed = mirror.listed.slice(0, 9)
  await change(stage, changed, 'Neu')
  const states: string[] = []
  for (const gtin of changed.slice(0, 7)) states.push((await resync(mirror, jobs, [gtin])).state)
  expect(states).toEqual([...Array<string>(6).fill('done'), 'held'])

  const { runId, verdicts } = await plan(mirror)
  expect(verdicts.map((verdict) => guardText(verdict, 'would', undefined))).toEqual([
    expect.stringMatching(/^Would update 3 of 12 pages, after 6 others since the last full run \(75\.0 %/),
  ])
  await mirror.runs.update(runId, { state: 'failed' })
})

test('after a full run has written, product runs are counted from the start', async ({
  stage,
  mirror,
  jobs,
}) => {
  const changed = mirror.listed.slice(0, 6)
  await change(stage, changed, 'Neu')
  await resync(mirror, jobs, changed)
  const { runId } = await plan(mirror)
  const run = await mirror.runs.read(runId)
  if (run) expect(await applyGuards(jobs.deps.sync, run, go)).toBe(true)
  await apply(mirror, runId)
  await change(stage, changed, 'Neuer')
  expect((await resync(mirror, jobs, changed)).state).toBe('done')
})

test('a run that could not read the records of a held plan leaves that plan waiting', async ({
  stage,
  mirror,
  jobs,
}) => {
  const changed = mirror.listed.slice(0, 7)
  await change(stage, changed, 'Neu')
  const held = await hold(mirror)
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 500 }])
  const { runId } = await plan(mirror)
  const run = await mirror.runs.read(runId)
  if (run) await applyGuards(jobs.deps.sync, run, go)
  await mirror.runs.update(runId, { state: 'failed' })
  expect(await mirror.runs.read(held)).toMatchObject({ state: 'held' })
  await stage.mock.clearFaults()

  await change(stage, changed, 'Anders')
  await change(stage, changed.slice(0, 2), 'Neu')
  const last = await plan(mirror)
  const seen = await mirror.runs.read(last.runId)
  if (seen) await applyGuards(jobs.deps.sync, seen, go)
  expect(await mirror.runs.read(held)).toMatchObject({ state: 'superseded', supersededBy: last.runId })
})

test('a product run updates the listings during a dry run, and leaves them to a run that writes', async ({
  stage,
  mirror,
  jobs,
}) => {
  const [first = ''] = mirror.listed
  const listing = async () => (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')?.content.raw
  const dry = await beginRun(mirror, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  await change(stage, [first], 'Neu benannt')
  await resync(mirror, jobs, [first])
  expect(await listing()).toContain('Neu benannt')
  if (dry.ok) await mirror.runs.update(dry.run.id, { state: 'failed' })
  const full = await plan(mirror)
  await mirror.runs.update(full.runId, { state: 'writing' })
  await change(stage, [first], 'Noch einmal')
  await resync(mirror, jobs, [first])
  expect(await listing()).toContain('Neu benannt')
})

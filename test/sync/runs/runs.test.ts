import { describe, expect } from 'vitest'
import { approveRun, beginRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { recountCancelled } from '../../../src/sync/runs/recount-run.ts'
import { supersedeAtStart, supersedeWaiting } from '../../../src/sync/runs/supersede.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, beforeNext, go, inputOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const request = { kind: 'sync', trigger: 'cli', approved: false, scope: {} } as const

const test = withMirror({ gtins: 60 })

async function begin(mirror: Mirror, more: Partial<Parameters<typeof beginRun>[1]> = {}) {
  const begun = await beginRun(mirror, { ...request, ...more })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  return begun.run.id
}

/** A run whose plan waits for a decision; it would create every page. */
async function held(mirror: Mirror) {
  const { runId, planned } = await plan(mirror)
  await finishRun(mirror, runId, { state: 'held', planned })
  return runId
}

describe('one run at a time', () => {
  test('a second run is refused in every process while the first is active, with its id', async ({
    stage,
    mirror,
  }) => {
    const runId = await begin(mirror)
    const other = stage.openMirror({ keys: mirror.keys })
    expect(await beginRun(other, request)).toEqual({ ok: false, activeRunId: runId })
    await mirror.runs.update(runId, { state: 'writing' })
    expect(await beginRun(other, request)).toEqual({ ok: false, activeRunId: runId })
    await finishRun(mirror, runId)
    expect(await beginRun(other, request)).toMatchObject({ ok: true })
  })

  test('one of two runs that start at the same moment gets the lock', async ({ stage, mirror }) => {
    const other = stage.openMirror({ keys: mirror.keys })
    const both = await Promise.all([beginRun(mirror, request), beginRun(other, request)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('another mirror on the same Redis does not interfere', async ({ stage, mirror }) => {
    await begin(mirror)
    expect(await beginRun(stage.openMirror(), request)).toMatchObject({ ok: true })
  })
})

describe('a held plan', () => {
  test('is applied unchanged, whatever the partner sends during the writes', async ({ stage, mirror }) => {
    mirror.listed = mirror.listed.slice(0, 2)
    const [gtin = ''] = mirror.listed
    await stage.mock.patchProduct(gtin, 'de-de', { name: 'Wie geplant' })
    const runId = await held(mirror)
    await stage.mock.patchProduct(gtin, 'de-de', { name: 'Später' })
    expect(await approveRun(mirror, runId)).toMatchObject({ ok: true, run: { id: runId, approved: true } })
    const { run } = await apply(mirror, runId)
    expect(run).toMatchObject({ state: 'done', counts: { created: 2 } })
    expect((await stage.editor.page({ gtin, language: 'de-de' })).title.raw).toBe('Wie geplant')
  })

  test('is superseded by the next run that writes and can no longer be approved', async ({ mirror }) => {
    const runId = await held(mirror)
    const { runId: next } = await plan(mirror)
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'held' })
    await startWriting(mirror, next)
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'superseded', supersededBy: next })
    expect((await mirror.runs.read(next))?.notes).toMatchObject([
      { code: 'superseded', runId, held: true, planned: { create: 60 } },
    ])
    expect(await approveRun(mirror, runId)).toEqual({
      ok: false,
      why: 'misuse',
      reason: `Run ${runId} is superseded by ${next}; only a held or planned run can be approved.`,
    })
  })

  test('still waits for approval after a dry run', async ({ mirror }) => {
    const runId = await held(mirror)
    const { runId: dry, planned } = await plan(mirror, 'plan')
    await finishRun(mirror, dry, { state: 'planned', planned })
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'held' })
    expect(await approveRun(mirror, runId)).toMatchObject({ ok: true })
  })

  test('cannot be approved until the active run has ended', async ({ mirror }) => {
    const runId = await held(mirror)
    const dry = await begin(mirror, { kind: 'plan' })
    expect(await approveRun(mirror, runId)).toEqual({
      ok: false,
      why: 'busy',
      reason: `Run ${dry} is active; approve ${runId} when it has ended.`,
    })
  })

  test('can be cancelled, which drops its plan', async ({ mirror }) => {
    const runId = await held(mirror)
    expect(await cancelRun(mirror, runId)).toMatchObject({ ok: true, run: { state: 'cancelled' } })
    expect(await approveRun(mirror, runId)).toMatchObject({ ok: false })
    expect(await mirror.plans.count(runId, 'write')).toBe(0)
  })

  test('sends a notice to operators', async ({ mirror }) => {
    const runId = await held(mirror)
    await begin(mirror, { kind: 'rebuild' })
    expect(mirror.notified.map(({ id, state }) => ({ id, state }))).toEqual([
      { id: runId, state: 'held' },
      { id: runId, state: 'superseded' },
    ])
  })

  test.for([
    ['sync', 'held'],
    ['rebuild', 'superseded'],
    ['undo', 'superseded'],
    ['verify', 'held'],
    ['plan', 'held'],
  ] as const)('and a %s that starts: it is %s then', async ([kind, state], { mirror }) => {
    const runId = await held(mirror)
    await supersedeAtStart(mirror, runOf('2026-11-20-9', { kind }))
    expect(await mirror.runs.read(runId)).toMatchObject({ state })
  })

  test('is superseded even if the new run is killed before it reports so', async ({ mirror }) => {
    const runId = await held(mirror)
    const next = runOf('2026-11-20-9')
    await mirror.runs.begin(next)
    await supersedeWaiting(mirror, next)
    await supersedeWaiting(mirror, (await mirror.runs.read(next.id)) ?? next)
    expect((await mirror.runs.read(next.id))?.notes).toHaveLength(1)
    expect(await mirror.runs.read(runId)).toMatchObject({ supersededBy: next.id })
  })
})

test('a plan that is approved while another operator cancels it is not cancelled', async ({ mirror }) => {
  mirror.listed = mirror.listed.slice(0, 1)
  const { runId, planned } = await plan(mirror, 'plan')
  await finishRun(mirror, runId, { state: 'planned', planned })
  const { runs } = mirror
  const read: typeof runs.read = async (id) => {
    const run = await runs.read(id)
    await approveRun(mirror, runId)
    return run
  }
  expect(await cancelRun({ ...mirror, runs: { ...runs, read } }, runId)).toEqual({
    ok: false,
    why: 'misuse',
    reason: `Run ${runId} was approved or ended just now.`,
    command: { lead: 'See', argv: ['status'] },
  })
  expect(await runs.state(runId)).toBe('writing')
})

test.for([approveRun, cancelRun])(
  '%o of a run that is done or unknown is refused with a reason',
  async (act, { mirror }) => {
    mirror.listed = mirror.listed.slice(0, 1)
    const { run } = await sync(mirror)
    expect(await act(mirror, run.id)).toEqual({
      ok: false,
      why: 'misuse',
      reason: expect.stringContaining(`Run ${run.id} is done`),
    })
    expect(await act(mirror, '2001-01-01-1')).toEqual({
      ok: false,
      why: 'misuse',
      reason: 'Run 2001-01-01-1 does not exist.',
      command: { lead: 'See', argv: ['status'] },
    })
  },
)

describe('cancelling an active run', () => {
  test('finishes the current batch, sends no other, and reports everything written', async ({
    stage,
    mirror,
  }) => {
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const input = await inputOf(mirror, runId)
    await writePages(mirror, { ...input, recordIds: input.recordIds.slice(0, 10) }, go)
    beforeNext(mirror, 'writePages', () => cancelRun(mirror, runId))
    await stage.mock.zeroStats()
    const report = await writePages(mirror, input, go)
    expect(report.written).toBe(25)
    expect((await stage.mock.stats()).batches).toMatchObject({ calls: 1, subRequests: 25 })
    expect(await stage.editor.slugs()).toHaveLength(35)
    const run = await mirror.runs.read(runId)
    expect(run).toMatchObject({ state: 'cancelled', counts: { created: 10 }, finishedAt: expect.any(String) })
    await recountCancelled(mirror, runId)
    expect(await mirror.runs.read(runId)).toEqual({ ...run, counts: { ...run?.counts, created: 35 } })
  })

  test('leaves the rest to the next run, which creates no page twice', async ({ stage, mirror }) => {
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const input = await inputOf(mirror, runId)
    beforeNext(mirror, 'writePages', () => cancelRun(mirror, runId))
    await writePages(mirror, input, go)
    const { run } = await sync(mirror)
    expect(run.counts).toMatchObject({ unchanged: 25, created: 35 })
    expect(new Set(await stage.editor.slugs()).size).toBe(60)
  })
})

test('a stopping process finishes and acknowledges the current batch and sends no other', async ({
  stage,
  mirror,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const stop = new AbortController()
  beforeNext(mirror, 'writePages', async () => stop.abort())
  await expect(writePages(mirror, await inputOf(mirror, runId), stop.signal)).rejects.toThrow(/abort/)
  expect(await stage.editor.slugs()).toHaveLength(25)
  await stage.mock.zeroStats()
  expect(await writePages(mirror, await inputOf(mirror, runId), go)).toMatchObject({ written: 35 })
  expect((await stage.mock.stats()).cmsWrites.byKind).toEqual({ 'pages.create': 35 })
})

test('a run that is cancelled after it has retired an absent record counts that record once', async ({
  mirror,
}) => {
  const runId = await begin(mirror)
  const { runs } = mirror
  const counts = { ...runOf(runId).counts, records: 3, unchanged: 2, absent: 1 }
  const planned = { create: 0, update: 0, restore: 0, retire: 1 }
  await runs.update(runId, { counts, planned, languages: ['de-de'] })
  await runs.saveCatalog(runId, ['4006381333931'])
  await runs.saveOutcomes(runId, [{ gtin: '4006381333931', language: 'de-de', result: 'retired' }])
  expect(await cancelRun(mirror, runId)).toMatchObject({
    run: { state: 'cancelled', counts: { records: 3, unchanged: 2, retired: 1, absent: 0 } },
  })
})

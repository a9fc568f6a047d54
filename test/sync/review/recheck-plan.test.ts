import { describe, expect } from 'vitest'
import { cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { dropUnchecked } from '../../../src/sync/review/recheck-plan.ts'
import { approvalTime, workedMs } from '../../../src/core/run/run.ts'
import { approve, createHeldPlan, hold } from '../../helpers/sync/held-plan.ts'
import { openStage, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, outcomesOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'

type World = { stage: Stage; mirror: Mirror; held: ReturnType<typeof createHeldPlan> }

const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage }) => createHeldPlan(stage, language),
)

describe('an approved plan that waited', () => {
  test('is applied when nothing changed', async ({ mirror, held }) => {
    const runId = await held.hold(mirror)
    expect((await mirror.runs.read(runId))?.planned).toEqual({ create: 1, update: 2, restore: 0, retire: 2 })
    const { passed, run } = await approve(mirror, runId)
    expect({ passed, run }).toMatchObject({
      passed: true,
      run: { state: 'writing', checkedAt: expect.any(String) },
    })
    const applied = await apply(mirror, runId)
    expect(applied.run).toMatchObject({ state: 'done', counts: { created: 1, updated: 2, retired: 2 } })
  })

  test('is checked without ETags while those do not follow the partner’s data', async ({
    stage,
    mirror,
    held,
  }) => {
    const runId = await held.hold(mirror)
    await mirror.etags.saveFault('a/b')
    const { partner } = mirror
    mirror.partner = {
      ...partner,
      fetchProduct: async (key, etag, signal) =>
        etag === undefined ? partner.fetchProduct(key, undefined, signal) : { state: 'unchanged' },
    }
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Noch neuer' })
    expect(await approve(mirror, runId)).toMatchObject({ passed: false })
  })

  test('reports when it was approved and how long it waited in total', async ({ stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    mirror.pass(3_600_000)
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Noch neuer' })
    const { passed, run: refused } = await approve(mirror, runId)
    expect(passed).toBe(false)
    expect(refused && approvalTime(refused)).toBeUndefined()
    expect(refused && workedMs(refused, mirror.now().getTime())).toBe(0)
    mirror.pass(1_800_000)
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Neu' })
    const at = mirror.now()
    const { run: writing } = await approve(mirror, runId)
    expect(writing).toMatchObject({ state: 'writing', waitedMs: 5_400_000 })
    expect(writing && approvalTime(writing)).toBe(at.toISOString())
    mirror.pass(2_000)
    expect(writing && workedMs(writing, mirror.now().getTime())).toBe(2_000)
    const { run: done } = await apply(mirror, runId)
    mirror.pass(9_000)
    expect(workedMs(done, mirror.now().getTime())).toBe(2_000)
  })

  test('reports only waiting time when it is cancelled instead', async ({ mirror, held }) => {
    const runId = await held.hold(mirror)
    mirror.pass(3_600_000)
    const cancelled = await cancelRun(mirror, runId)
    expect(cancelled.ok && workedMs(cancelled.run, mirror.now().getTime())).toBe(0)
  })

  test('can be the plan of a dry run', async ({ mirror }) => {
    mirror.listed = mirror.listed.slice(0, 2)
    const runId = await hold(mirror, 'planned')
    expect(await approve(mirror, runId)).toMatchObject({ passed: true, run: { kind: 'sync' } })
    expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { created: 2 } })
  })

  test('supersedes other waiting plans, but none when it is refused', async ({ stage, mirror, held }) => {
    mirror.listed = mirror.listed.slice(0, 2)
    const [first, second] = [await hold(mirror, 'planned'), await hold(mirror, 'planned')]
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Später' })
    expect((await approve(mirror, first)).passed).toBe(false)
    expect(await mirror.runs.read(second)).toMatchObject({ state: 'planned' })
    const third = await hold(mirror, 'planned')
    expect((await approve(mirror, third)).passed).toBe(true)
    for (const runId of [first, second])
      expect(await mirror.runs.read(runId)).toMatchObject({ state: 'superseded', supersededBy: third })
  })

  test('is checked conditionally, and reads the CMS once for all bound pages and once for all slugs', async ({
    stage,
    mirror,
    held,
  }) => {
    const runId = await held.hold(mirror)
    await stage.mock.zeroStats()
    expect((await approve(mirror, runId)).passed).toBe(true)
    const { totals, statuses } = await stage.mock.stats()
    expect(totals.cms).toBeLessThanOrEqual(3)
    // Two updates are unchanged since they were planned; the create and the gone one are requested as well.
    expect(statuses.partner).toEqual({ '3xx': 3, '4xx': 1 })
  })
})

describe('a plan is refused, and nothing written, when', () => {
  test.for<[string, (world: World) => Promise<unknown>, object]>([
    [
      'the partner changed a planned product',
      ({ stage, held }) => stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Später' }),
      { planned: 5, partner: { count: 1, shown: [expect.stringMatching(/^\d{13}\//)] } },
    ],
    [
      'a planned product is gone',
      ({ stage, held }) => stage.mock.deleteProduct(held.key(4).gtin, language),
      { planned: 5, partner: { count: 1 } },
    ],
    [
      'what was gone is back',
      ({ stage, held }) => stage.mock.patchProduct(held.key(2).gtin, language, { name: 'Zurück' }),
      { planned: 5, partner: { count: 1 } },
    ],
    [
      'what had left the catalogue is listed again',
      async ({ mirror, held }) => void mirror.listed.push(held.key(3).gtin),
      { planned: 5, catalog: { count: 1 } },
    ],
    [
      'most of its pages were changed',
      async ({ stage, held }) => {
        for (const index of [0, 1, 3])
          await stage.editor.edit((await stage.editor.page(held.key(index))).id, { status: 'private' })
      },
      { planned: 5, cms: { count: 3, shown: [expect.any(String), expect.any(String), expect.any(String)] } },
    ],
  ])('%s', async ([_what, act, refusal], { stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    await act({ stage, mirror, held })
    await stage.mock.zeroStats()
    const { passed, run } = await approve(mirror, runId)
    expect({ passed, run }).toMatchObject({ passed: false, run: { state: 'held', approved: false } })
    expect(run?.refusal).toMatchObject({ code: 'changed', ...refusal })
    expect(run?.checkedAt).toBeUndefined()
    expect((await stage.mock.stats()).batches.calls).toBe(0)
    expect(mirror.notified.at(-1)).toMatchObject({ id: runId, refusal: run?.refusal })
  })

  test('the template has changed', async ({ mirror, held }) => {
    const runId = await held.hold(mirror)
    mirror.renderer = { ...mirror.renderer, digest: 'another' }
    const { passed, run } = await approve(mirror, runId)
    expect(passed).toBe(false)
    expect(run?.refusal).toEqual({ code: 'other-plan' })
  })

  test('a language is served again', async () => {
    const wider = await openStage({ gtins: 1, languages: 'de-de,en-gb' })
    try {
      const mirror = wider.openMirror()
      await sync(mirror)
      mirror.languages = ['de-de']
      const runId = await hold(mirror)
      mirror.languages = 'all'
      const { passed, run } = await approve(mirror, runId)
      expect([passed, run?.refusal]).toEqual([
        false,
        expect.objectContaining({ planned: 2, catalog: { count: 1, shown: [expect.any(String)] } }),
      ])
    } finally {
      await wider.tidy()
      await wider.close()
    }
  })

  test('it was refused before; the lock is free and a new sync works', async ({ stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Später' })
    expect((await approve(mirror, runId)).passed).toBe(false)
    expect((await approve(mirror, runId)).passed).toBe(false)
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', counts: { created: 1, updated: 2, retired: 2 } })
    expect(run.notes).toEqual([
      { code: 'superseded', runId, held: true, planned: { create: 1, update: 2, restore: 0, retire: 2 } },
    ])
  })
})

describe('records without a usable response from the partner', () => {
  const fail = ({ stage, held }: Omit<World, 'mirror'>, ...indexes: number[]) =>
    stage.mock.faults(
      indexes.map((index) => ({
        side: 'partner',
        path: `/product/${held.key(index).gtin}`,
        kind: 'status',
        status: 500,
      })),
    )

  test('are dropped from the plan and reported when they are few', async ({ stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    await fail({ stage, held }, 0, 2)
    expect((await approve(mirror, runId)).passed).toBe(true)
    await dropUnchecked(mirror, runId)
    const outcomes = await outcomesOf(mirror, runId)
    for (const index of [0, 2])
      expect(outcomes.get(held.name(index))).toMatchObject({
        result: 'failed',
        reason: expect.stringMatching(/^not written: it could not be checked against the approved plan: ./),
      })
    const { run } = await apply(mirror, runId)
    expect(run).toMatchObject({ state: 'partial', counts: { created: 1, updated: 1, retired: 1, failed: 2 } })
    expect((await stage.editor.page(held.key(2))).status).toBe('publish')
  })

  test('refuse the plan when they are most of it; it can be approved later', async ({
    stage,
    mirror,
    held,
  }) => {
    const runId = await held.hold(mirror)
    await fail({ stage, held }, 0, 1, 2)
    const { passed, run } = await approve(mirror, runId)
    expect(passed).toBe(false)
    expect(run?.refusal).toMatchObject({ code: 'unchecked', count: 3, planned: 5 })
    await stage.mock.clearFaults()
    expect((await approve(mirror, runId)).passed).toBe(true)
    await dropUnchecked(mirror, runId)
    expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { updated: 2 } })
  })

  test('keep the plan when the partner refuses the token', async ({ stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 401 }])
    const { passed, run } = await approve(mirror, runId)
    expect({ passed, run }).toMatchObject({ passed: false, run: { state: 'held' } })
    expect(run?.refusal).toMatchObject({ code: 'check-failed', detail: expect.stringContaining('401') })
    expect(await mirror.plans.count(runId, 'write')).toBe(3)
  })
})

import { describe, expect } from 'vitest'
import { recordId } from '../../../src/core/record/record.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import type { RunState } from '../../../src/core/run/run.ts'
import { key, productOf } from '../../helpers/content/records.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const first = runOf('2026-11-20-1')
const second = runOf('2026-11-20-2', { createdAt: '2026-11-20T05:00:00.000Z' })

/** Starts a run with a plan, its assets and its catalogue. */
const it = withStore()
  .extend('beginPlanned', ({ stores: { runs, plans } }) => async (run = first) => {
    await runs.begin(run)
    await plans.save(run.id, [{ ...key, kind: 'create', product: productOf(), digest: 'd' }])
    await plans.saveAssets(run.id, [
      { asset: { url: 'https://partner.example/a.jpg', kind: 'image' }, rank: '0' },
    ])
    await plans.savePageFingerprints(run.id, [{ id: recordId(key), text: 'nothing' }])
    await plans.saveUnchecked(run.id, [{ id: recordId(key), text: 'x' }])
    await runs.saveCatalog(run.id, [key.gtin])
  })
  .extend('planKeys', ({ keys }) => ({ id } = first) => [
    keys.plan(id),
    keys.planOrder(id),
    keys.planAssets(id),
    keys.planFingerprints(id),
    keys.planUnchecked(id),
    keys.catalog(id),
  ])
  .extend(
    'lifetimes',
    ({ store, planKeys }) =>
      () =>
        Promise.all(planKeys().map((each) => store.redis.ttl(each))),
  )

it('ids count the runs of a day', async ({ stores: { runs } }) => {
  const morning = new Date('2026-11-20T04:00:00Z')
  expect([await runs.nextId(morning), await runs.nextId(morning)]).toEqual(['2026-11-20-1', '2026-11-20-2'])
  expect(await runs.nextId(new Date('2026-11-21T00:00:00Z'))).toBe('2026-11-21-1')
})

describe('a run that starts', () => {
  it('is stored unchanged', async ({ stores: { runs } }) => {
    const whole = runOf('2026-11-20-1', {
      scope: { gtins: ['4006381333931'], languages: ['de-de'] },
      failure: { cause: 'cms', message: 'ß' },
      finishedAt: '2026-11-20T05:00:00.000Z',
    })
    expect(await runs.begin(whole)).toBe(true)
    expect(await runs.read(whole.id)).toEqual(whole)
    expect(await runs.read('2026-11-20-9')).toBeUndefined()
  })

  it('is listed before a run that a process whose clock was ahead had started', async ({
    stores: { runs },
  }) => {
    const ahead = runOf('2026-11-20-1', { createdAt: '2026-11-20T07:00:00.000Z' })
    const product = runOf('2026-11-20-3', { scope: { gtins: [key.gtin] } })
    await runs.begin(ahead)
    await runs.update(ahead.id, { state: 'done' })
    await runs.begin(second)
    await runs.update(second.id, { state: 'failed' })
    await runs.beginProducts(product)
    expect((await runs.list(9)).map(({ id }) => id)).toEqual([product.id, second.id, ahead.id])
  })

  it('is the only active one until it ends', async ({ stores: { runs } }) => {
    expect(await runs.activeId()).toBeUndefined()
    expect(await runs.begin(first)).toBe(true)
    expect(await runs.begin(second)).toBe(false)
    expect(await runs.read(second.id)).toBeUndefined()
    expect(await runs.activeId()).toBe(first.id)
    await runs.update(first.id, { state: 'done' })
    expect(await runs.begin(second)).toBe(true)
    expect(await runs.activeId()).toBe(second.id)
  })

  it('is the only one of many that start at once', async ({ store, keys }) => {
    const many = Array.from({ length: 20 }, (_, index) =>
      createRuns(index % 2 ? store.redis : store.connect(), keys),
    )
    const begun = await Promise.all(many.map((each, index) => each.begin(runOf(`2026-11-20-${index}`))))
    expect(begun.filter(Boolean)).toHaveLength(1)
  })

  it('takes the lock and is stored in one step: a crash leaves no lock without a run', async ({
    store,
    stores: { runs },
  }) => {
    expect(await store.stepsOf(() => runs.begin(first))).toEqual(['eval'])
  })
})

describe('an update', () => {
  it('changes only the named fields, and returns the whole run', async ({ stores: { runs } }) => {
    await runs.begin(first)
    const changed = await runs.update(first.id, {
      languages: ['de-de'],
      notes: [{ code: 'catalog', detail: 'x' }],
    })
    expect(changed).toEqual({ ...first, languages: ['de-de'], notes: [{ code: 'catalog', detail: 'x' }] })
    expect(await runs.read(first.id)).toEqual(changed)
    expect(await runs.activeId()).toBe(first.id)
  })

  it('happens only from the given states', async ({ store, keys, stores: { runs } }) => {
    await runs.begin(first)
    expect(await runs.update(first.id, { state: 'done' }, ['writing', 'held'])).toBeUndefined()
    expect(await runs.read(first.id)).toEqual(first)
    expect(await runs.activeId()).toBe(first.id)
    expect(await runs.update(first.id, { state: 'writing' }, ['planning'])).toMatchObject({
      state: 'writing',
    })
    expect(await runs.update(first.id, { state: 'writing' }, ['planning'])).toBeUndefined()
    expect(await runs.update('2026-11-20-9', { state: 'done' })).toBeUndefined()
    expect(await store.redis.exists(keys.run('2026-11-20-9'))).toBe(0)
  })

  it.for<RunState>(['done', 'partial', 'failed', 'cancelled', 'superseded'])(
    'to %s gives the lock back and drops the plan',
    async (state, { store, stores: { runs }, beginPlanned, planKeys }) => {
      await beginPlanned()
      await runs.update(first.id, { state })
      expect(await runs.activeId()).toBeUndefined()
      expect(await store.redis.exists(...planKeys())).toBe(0)
    },
  )

  it.for<RunState>(['held', 'planned'])(
    'to %s gives the lock back and keeps plan and catalogue for a week',
    async (state, { stores: { runs, plans }, beginPlanned, lifetimes }) => {
      await beginPlanned()
      expect(await lifetimes()).toEqual([-1, -1, -1, -1, -1, -1])
      await runs.update(first.id, { state })
      expect(await runs.activeId()).toBeUndefined()
      expect(await plans.count(first.id, 'write')).toBe(1)
      const all = await lifetimes()
      for (const seconds of all) expect(seconds).toBeGreaterThan(6 * 24 * 3600)
    },
  )

  it.for<RunState>(['done', 'held'])(
    'to %s is one step: a crash leaves no lock behind',
    async (state, { store, stores: { runs }, beginPlanned }) => {
      await beginPlanned()
      expect(await store.stepsOf(() => runs.update(first.id, { state }))).toEqual(['eval'])
    },
  )

  it('of a held run keeps the lock of another run', async ({ stores: { runs } }) => {
    await runs.begin(first)
    await runs.update(first.id, { state: 'held' })
    await runs.begin(second)
    await runs.update(first.id, { state: 'superseded' })
    expect(await runs.activeId()).toBe(second.id)
  })
})

describe('a held run', () => {
  it('is listed as waiting, with dry runs and newest first, until it is resumed or ended', async ({
    stores: { runs },
  }) => {
    await runs.begin(first)
    expect(await runs.waiting()).toEqual([])
    await runs.update(first.id, { state: 'held' })
    await runs.begin(second)
    await runs.update(second.id, { state: 'planned' })
    expect((await runs.waiting()).map(({ id }) => id)).toEqual([second.id, first.id])
    await runs.resume(second.id, {})
    expect((await runs.waiting()).map(({ id }) => id)).toEqual([first.id])
    await runs.update(first.id, { state: 'cancelled' })
    expect(await runs.waiting()).toEqual([])
    await runs.update(second.id, { state: 'held' })
    expect((await runs.waiting()).map(({ id }) => id)).toEqual([second.id])
  })

  it('is resumed in one step with its plan, which then no longer expires', async ({
    store,
    stores: { runs },
    beginPlanned,
    lifetimes,
  }) => {
    await beginPlanned()
    await runs.update(first.id, { state: 'held' })
    let resumed: boolean | undefined
    const steps = await store.stepsOf(async () => {
      resumed = await runs.resume(first.id, { approved: true })
    })
    expect([resumed, steps]).toEqual([true, ['eval']])
    expect(await runs.activeId()).toBe(first.id)
    expect(await runs.read(first.id)).toMatchObject({ state: 'writing', approved: true })
    expect((await lifetimes()).slice(0, 5)).toEqual([-1, -1, -1, -1, -1])
  })

  it('is not resumed while another run is active', async ({ stores: { runs }, beginPlanned }) => {
    await beginPlanned()
    await runs.update(first.id, { state: 'held' })
    await runs.begin(second)
    expect(await runs.resume(first.id, { approved: true })).toBe(false)
    expect(await runs.read(first.id)).toMatchObject({ state: 'held', approved: false })
  })

  it('is resumed only once, and no other run is', async ({ stores: { runs } }) => {
    await runs.begin(first)
    await runs.update(first.id, { state: 'planned' })
    expect(
      await Promise.all([
        runs.resume(first.id, { approved: true }),
        runs.resume(first.id, { approved: true }),
      ]),
    ).toEqual([true, false])
    await runs.update(first.id, { state: 'done' })
    expect(await runs.resume(first.id, { approved: true })).toBe(false)
    expect(await runs.resume('2026-11-20-9', {})).toBe(false)
    expect(await runs.activeId()).toBeUndefined()
  })
})

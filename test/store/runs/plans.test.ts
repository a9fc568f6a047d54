import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import type { Change } from '../../../src/core/run/change.ts'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { compress } from '../../../src/store/formats/codec.ts'
import { productOf, snapshotOf } from '../../helpers/content/records.ts'
import { withStore } from '../../helpers/store-fixtures.ts'
import { createWrites } from '../../../src/store/records/writes.ts'
import { storeIntents } from '../../helpers/sync/store-intents.ts'

const it = withStore()

const key = (index: number, language = 'de-de'): RecordKey => ({
  gtin: String(4_000_000_000_000 + index),
  language,
})
const id = (index: number, language?: string) => recordId(key(index, language))
const text = { product: productOf(), digest: 'd' }
const create = (index: number, language?: string): Change => ({
  ...key(index, language),
  ...text,
  kind: 'create',
})
const update = (index: number): Change => ({
  ...key(index),
  ...text,
  kind: 'update',
  pageId: index,
  fields: ['name'],
  etag: '"e"',
})
const restore = (index: number): Change => ({ ...key(index), ...text, kind: 'restore', pageId: index })
const retire = (index: number): Change => ({
  ...key(index),
  kind: 'retire',
  pageId: index,
  reason: 'left the catalogue',
})

describe('a plan', () => {
  it('is read as it was saved', async ({ stores: { plans } }) => {
    const changes = [create(1), update(2), restore(3), retire(4)]
    await plans.save('run', changes)
    expect(await plans.read('run', [id(4), id(9), id(1), id(2), id(3)])).toEqual([
      changes[3],
      undefined,
      ...changes.slice(0, 3),
    ])
    expect(await plans.read('run', [])).toEqual([])
  })

  it('lists creates, updates and restores by record, and retirements separately', async ({
    stores: { plans },
  }) => {
    await plans.save('run', [retire(8), restore(1), update(3), create(6)])
    await plans.save('run', [create(5, 'fr'), create(5), update(2), retire(7)])
    const writesInOrder = [id(5), id(5, 'fr'), id(6), id(2), id(3), id(1)]
    expect(await plans.list('run', 'write', 0, 100)).toEqual(writesInOrder)
    expect(await plans.list('run', 'write', 2, 3)).toEqual(writesInOrder.slice(2, 5))
    expect(await plans.list('run', 'write', 6, 3)).toEqual([])
    expect(await plans.list('run', 'retire', 0, 100)).toEqual([id(7), id(8)])
    expect([await plans.count('run', 'write'), await plans.count('run', 'retire')]).toEqual([6, 2])
    expect(await plans.countKinds('run')).toEqual({ create: 3, update: 2, restore: 1, retire: 2 })
  })

  it('lists the reverts of an undo among the writes, and does not count them as planned writes', async ({
    stores: { plans },
  }) => {
    const revert: Change = { ...key(2), kind: 'revert', pageId: 2, undoes: '2026-11-20-1' }
    await plans.save('run', [revert, create(1), update(3), restore(4), retire(5)])
    expect(await plans.list('run', 'write', 0, 9)).toEqual([id(2), id(1), id(3), id(4)])
    expect(await plans.countKinds('run')).toEqual({ create: 1, update: 1, restore: 1, retire: 1 })
    const kinds = ['create', 'revert', 'update', 'restore', 'retire', undefined]
    expect(
      await plans.kinds(
        'run',
        [1, 2, 3, 4, 5, 6].map((index) => id(index)),
      ),
    ).toEqual(kinds)
  })

  it('is read as version 2 stored it', async ({ store, keys, stores: { plans } }) => {
    await store.redis.hset(keys.plan('run'), id(1), compress(JSON.stringify({ v: 2, ...update(1) })))
    expect(await plans.read('run', [id(1)])).toEqual([update(1)])
  })

  it('holds only the latest change of a record', async ({ stores: { plans } }) => {
    await plans.save('run', [update(1)])
    await plans.save('run', [retire(1)])
    expect(await plans.countKinds('run')).toEqual({ create: 0, update: 0, restore: 0, retire: 1 })
    expect(await plans.read('run', [id(1)])).toEqual([retire(1)])
  })

  it('is empty before it is saved and after everything was dropped', async ({ stores: { plans } }) => {
    await plans.save('run', [])
    expect(await plans.countKinds('run')).toEqual({ create: 0, update: 0, restore: 0, retire: 0 })
    await plans.save('run', [retire(1), create(2)])
    await plans.drop('run', [id(1)])
    await plans.drop('run', [])
    expect(await plans.list('run', 'retire', 0, 9)).toEqual([])
    expect(await plans.list('run', 'write', 0, 9)).toEqual([id(2)])
    expect(await plans.read('run', [id(1)])).toEqual([undefined])
  })

  it('counts template updates separately and among all updates', async ({ stores: { plans } }) => {
    const templated = (index: number, ...others: string[]): Change => ({
      ...update(index),
      kind: 'update',
      ...text,
      pageId: index,
      fields: [...others, 'template'],
    })
    await plans.save('run', [templated(5), templated(1, 'name'), update(3), templated(2), retire(4)])
    expect(await plans.countKinds('run')).toEqual({ create: 0, update: 4, restore: 0, retire: 1 })
    expect(await plans.countTemplate('run')).toEqual({ pages: 3, only: 2 })
    expect(await plans.listTemplate('run', 9)).toEqual([id(2), id(5), id(1)])
    expect(await plans.listTemplate('run', 1)).toEqual([id(2)])
    expect(await plans.list('run', 'write', 0, 9)).toEqual([id(3), id(1), id(2), id(5)])
    expect(await plans.list('run', 'retire', 0, 9)).toEqual([id(4)])
    expect(await plans.countTemplate('other')).toEqual({ pages: 0, only: 0 })
  })

  it('stores page fingerprints, and which records could not be checked', async ({ stores: { plans } }) => {
    await plans.savePageFingerprints('run', [{ id: id(1), text: '41 publish' }])
    await plans.savePageFingerprints('run', [])
    expect(await plans.readPageFingerprints('run', [id(2), id(1)])).toEqual([undefined, '41 publish'])
    expect(await plans.readPageFingerprints('run', [])).toEqual([])
    await plans.saveUnchecked('run', [
      { id: id(1), text: 'HTTP 500' },
      { id: id(2), text: 'HTML' },
    ])
    await plans.saveUnchecked('run', [])
    const unchecked = async () => (await Array.fromAsync(plans.scanUnchecked('run'))).flat()
    expect(new Map((await unchecked()).map((each) => [each.id, each.text]))).toEqual(
      new Map([
        [id(1), 'HTTP 500'],
        [id(2), 'HTML'],
      ]),
    )
    await plans.clearUnchecked('run')
    expect(await unchecked()).toEqual([])
  })

  it('is separate for each run', async ({ stores: { plans } }) => {
    await plans.save('one', [create(1)])
    expect(await plans.count('two', 'write')).toBe(0)
  })
})

describe('writes', () => {
  it('are intended before they are sent, with the time of the clock that all processes share', async ({
    store,
    keys,
    stores: { plans },
  }) => {
    const clock = { now: 1000 }
    const writes = createWrites(store.redis, keys, { time: async () => clock.now })
    await plans.save('one', [create(1), create(2)])
    const first = { runId: 'one', sentAt: 1000 }
    const intended = [1, 2].map((at) => ({ key: key(at), known: undefined }))
    expect(await writes.intend('one', intended)).toEqual([first, first])
    clock.now = 2000
    expect(await writes.intend('one', [{ key: key(2), known: first }])).toEqual([{ ...first, sentAt: 2000 }])
    expect(await writes.intents([key(1), key(2), key(4)])).toEqual([
      first,
      { runId: 'one', sentAt: 2000 },
      undefined,
    ])
    expect(await writes.intend('one', [])).toEqual([])
    expect(await writes.intents([])).toEqual([])
  })

  it('are not intended if another try has sent or acknowledged them since the lookup', async ({
    stores: { plans, writes },
  }) => {
    await plans.save('one', [create(1), create(2)])
    const intended = { key: key(1), known: undefined }
    const [other] = await writes.intend('one', [intended])
    expect(await writes.intend('one', [intended, { key: key(2), known: undefined }])).toEqual([
      undefined,
      { runId: 'one', sentAt: expect.any(Number) },
    ])
    expect(await writes.intents([key(1)])).toEqual([other])
    await writes.commit('one', [{ outcome: { ...key(1), result: 'created' }, intent: other }])
    expect(await writes.intend('one', [intended])).toEqual([undefined])
    expect(await writes.intents([key(1)])).toEqual([undefined])
  })

  it('keep the intent that another try has stored when they are acknowledged', async ({
    stores: { plans, writes },
  }) => {
    await plans.save('one', [create(1)])
    const [ours] = await writes.intend('one', [{ key: key(1), known: undefined }])
    const [theirs] = await writes.intend('one', [{ key: key(1), known: ours, since: 5 }])
    const outcome = { ...key(1), result: 'created' } as const
    await writes.commit('one', [{ outcome, intent: ours }])
    expect(await writes.intents([key(1)])).toEqual([theirs])
    await writes.commit('one', [{ outcome, intent: theirs }])
    expect(await writes.intents([key(1)])).toEqual([undefined])
  })

  it('that were sent while a clock was ahead count from when they are found', async ({ store, keys }) => {
    const clock = { now: 5000 }
    const writes = createWrites(store.redis, keys, { time: async () => clock.now })
    await storeIntents(store.redis, keys, [{ key: key(1), runId: 'one', sentAt: 9000, since: 7 }])
    const found = { runId: 'one', sentAt: 5000, since: 7 }
    expect(await writes.intents([key(1), key(2)])).toEqual([found, undefined])
    clock.now = 6000
    expect(await writes.intents([key(1)])).toEqual([found])
  })

  it('of parent pages are stored next to those of records, and cleared separately', async ({
    store,
    keys,
    stores: { writes },
  }) => {
    const sent = { runId: 'one', sentAt: 1000 }
    const parent = { ...sent, since: 500 }
    await storeIntents(store.redis, keys, [
      { key: 'parent:products', ...parent },
      { key: key(1), ...sent },
    ])
    expect(await writes.intents(['parent:products', key(1)])).toEqual([parent, sent])
    await writes.clearIntents([{ key: 'parent:products', intent: sent }])
    expect(await writes.intents(['parent:products'])).toEqual([parent])
    await writes.clearIntents([{ key: 'parent:products', intent: parent }])
    await writes.clearIntents([])
    expect(await writes.intents(['parent:products', key(1)])).toEqual([undefined, sent])
  })

  it('that may have happened twice are stored with the time of their first attempt', async ({
    store,
    keys,
    stores: { writes },
  }) => {
    const sent = { runId: 'one', sentAt: 1000 }
    await storeIntents(store.redis, keys, [
      { key: 'parent:products', ...sent, since: 500 },
      { key: key(1), ...sent, since: 600 },
    ])
    await writes.markUncertain('one', ['parent:products', key(1), key(2)])
    await storeIntents(store.redis, keys, [{ key: key(1), ...sent, since: 700 }])
    await writes.markUncertain('one', [key(1)])
    await writes.markUncertain('one', [key(3)], 0)
    await writes.markUncertain('one', [])
    const marked = await writes.uncertain('one')
    expect(marked).toHaveLength(4)
    expect(marked).toEqual(
      expect.arrayContaining([
        { id: 'parent:products', since: 500 },
        { id: id(1), since: 600 },
        { id: id(2) },
        { id: id(3), since: 0 },
      ]),
    )
    expect(await writes.uncertain('other')).toEqual([])
  })

  it('are acknowledged in one step that clears intent and plan', async ({
    store,
    stores: { runs, plans, snapshots, writes },
  }) => {
    await plans.save('run', [create(1), create(2), create(3)])
    const sent = await writes.intend(
      'run',
      [1, 2].map((at) => ({ key: key(at), known: undefined })),
    )
    const created = { ...key(1), result: 'created', pageId: 41 } as const
    const failed = { ...key(2), result: 'failed', reasons: because('refused') } as const
    const steps = await store.stepsOf(() =>
      writes.commit('run', [
        { outcome: created, snapshot: snapshotOf(), intent: sent[0] },
        { outcome: failed, intent: sent[1] },
      ]),
    )
    expect(steps).toEqual(['multi'])
    expect(await writes.intents([key(1), key(2)])).toEqual([undefined, undefined])
    expect((await plans.read('run', [id(1), id(2), id(3)])).map((change) => change?.kind)).toEqual([
      undefined,
      undefined,
      'create',
    ])
    expect(await snapshots.read([key(1), key(2)])).toEqual([snapshotOf(), undefined])
    const outcomes = []
    for await (const page of runs.scanOutcomes('run')) outcomes.push(...page)
    expect(outcomes).toEqual(expect.arrayContaining([created, failed]))
    expect(outcomes).toHaveLength(2)
  })

  it('of an empty list send no command', async ({ store, stores: { writes } }) => {
    expect(await store.stepsOf(() => writes.commit('run', []))).toEqual([])
  })
})

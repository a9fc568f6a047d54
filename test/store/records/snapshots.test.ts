import { describe, expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../../src/core/record/snapshot.ts'
import { productOf, snapshotOf } from '../../helpers/content/records.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const key = (index: number, language = 'de-de'): RecordKey => ({
  gtin: String(4_000_000_000_000 + index),
  language,
})
const it = withStore()
  .extend(
    'save',
    ({ stores: { writes } }) =>
      (at: RecordKey, snapshot: Snapshot | SnapshotHead) =>
        writes.commit('run', [{ outcome: { ...at, result: 'created' }, snapshot }]),
  )
  .extend(
    'count',
    ({ stores: { snapshots } }) =>
      (runId: string, at: number, dryRun = false) =>
        snapshots.countMisses(
          [key(1), key(2, 'en')],
          { runId, at, intervalMs: 1000, place: 'partner' },
          dryRun,
        ),
  )
const headOf = ({ digest, template, pageId, state, product }: Snapshot): SnapshotHead => ({
  digest,
  template,
  pageId,
  state,
  listed: { name: product.name, number: product.item_number },
})

describe('snapshots', () => {
  it('are read as they were saved, in the requested order, across languages', async ({
    stores: { snapshots },
    save,
  }) => {
    const full = snapshotOf(productOf({ name: 'ß „Ü“ \u0000 🦔' }), { etag: '"e"', retiredTo: 'keep' })
    const bare = snapshotOf()
    await save(key(1), full)
    await save(key(2, 'en'), bare)
    const asked = [key(2, 'en'), key(3), key(1), key(1, 'en')]
    expect(await snapshots.read(asked)).toEqual([bare, undefined, full, undefined])
    const heads = await snapshots.heads(asked)
    expect(heads).toEqual([
      headOf(bare),
      undefined,
      { ...headOf(full), etag: '"e"', retiredTo: 'keep' },
      undefined,
    ])
    expect(await snapshots.read([])).toEqual([])
  })

  it('retired by their head keep their body and lose the fields that the new head omits', async ({
    stores: { snapshots },
    save,
  }) => {
    const before = snapshotOf(productOf(), { etag: '"e"' })
    await save(key(1), before)
    await save(key(1), { ...headOf(before), state: 'retired', retiredTo: 'draft' })
    const { etag: _, ...rest } = before
    expect(await snapshots.read([key(1)])).toEqual([{ ...rest, state: 'retired', retiredTo: 'draft' }])
  })

  it('are counted without the retired ones, across all languages', async ({
    stores: { snapshots },
    save,
  }) => {
    expect(await snapshots.countMirrored()).toBe(0)
    for (const index of [1, 2, 3]) await save(key(index), snapshotOf())
    await save(key(1, 'en'), snapshotOf())
    await save(key(2), snapshotOf(productOf(), { state: 'retired' }))
    await save(key(3), snapshotOf(productOf(), { state: 'retired' }))
    await save(key(3), snapshotOf())
    expect(await snapshots.countMirrored()).toBe(3)
    expect(await snapshots.languages()).toEqual(['de-de', 'en'])
  })

  it('name another product of the same language, and never the product itself', async ({
    stores: { snapshots },
    save,
  }) => {
    await save(key(1), snapshotOf())
    await save(key(2, 'en'), snapshotOf())
    expect(await snapshots.otherGtin(key(1))).toBeUndefined()
    await save(key(2), snapshotOf())
    expect(await snapshots.otherGtin(key(1))).toBe(key(2).gtin)
    expect(await snapshots.otherGtin(key(2))).toBe(key(1).gtin)
  })

  it('are all scanned', async ({ stores: { snapshots, writes } }) => {
    const many = Array.from({ length: 1200 }, (_, index) => ({ at: key(index), snapshot: snapshotOf() }))
    await writes.commit(
      'run',
      many.map(({ at, snapshot }) => ({ outcome: { ...at, result: 'created' as const }, snapshot })),
    )
    const found = new Map<string, SnapshotHead>()
    for await (const page of snapshots.scan('de-de')) for (const { gtin, head } of page) found.set(gtin, head)
    expect([...found.keys()].toSorted()).toEqual(many.map(({ at }) => at.gtin))
    expect(found.get(key(7).gtin)).toEqual(headOf(snapshotOf()))
    for await (const _ of snapshots.scan('en')) expect.unreachable()
  })

  it('take new ETags only if a snapshot exists', async ({ stores: { snapshots }, save }) => {
    await save(key(1), snapshotOf())
    await snapshots.confirm([
      { key: key(1), etag: '"new"', digest: undefined },
      { key: key(2), etag: '"new"', digest: undefined },
    ])
    expect(await snapshots.heads([key(1), key(2)])).toEqual([
      { ...headOf(snapshotOf()), etag: '"new"' },
      undefined,
    ])
    expect(await snapshots.read([key(1)])).toEqual([{ ...snapshotOf(), etag: '"new"' }])
    // The validator of another version must not be used for this one.
    await snapshots.confirm([{ key: key(1), etag: undefined, digest: 'another' }])
    const { etag: _, ...head } = headOf(snapshotOf())
    expect(await snapshots.heads([key(1)])).toEqual([{ ...head, digest: 'another' }])
  })

  it('need at most 4 KB each', async ({ store, keys, stores: { writes } }) => {
    const many = Array.from({ length: 500 }, (_, index) => key(index))
    const before = await store.redis.memory('STATS').then((stats) => usedBy(stats))
    await writes.commit(
      'run',
      many.map((at) => ({
        outcome: { ...at, result: 'created' as const },
        snapshot: snapshotOf(fullProduct),
      })),
    )
    await store.redis.del(keys.outcomes('run'))
    const used = (await store.redis.memory('STATS').then((stats) => usedBy(stats))) - before
    expect(used / many.length).toBeLessThan(4096)
  })
})

describe('misses', () => {
  it('grow by one per run, however often a run counts', async ({ count }) => {
    expect(await count('2026-11-20-1', 0)).toEqual([1, 1])
    expect(await count('2026-11-20-1', 0)).toEqual([1, 1])
    expect(await count('2026-11-20-1', 5000)).toEqual([1, 1])
    expect(await count('2026-11-21-1', 5000)).toEqual([2, 2])
    expect(await count('2026-11-21-1', 5000)).toEqual([2, 2])
  })

  it('grow once in an interval, whatever the clock does', async ({ count }) => {
    expect(await count('2026-11-20-1', 5000)).toEqual([1, 1])
    expect(await count('2026-11-20-2', 5999)).toEqual([1, 1])
    expect(await count('2026-11-20-3', 4001)).toEqual([1, 1])
    expect(await count('2026-11-20-4', 6000)).toEqual([2, 2])
    expect(await count('2026-11-20-5', 6999)).toEqual([2, 2])
  })

  it('by a clock that was ahead count only from the next one on', async ({ count }) => {
    const day = 86_400_000
    expect(await count('2026-11-20-1', day)).toEqual([1, 1])
    expect(await count('2026-11-21-1', 0)).toEqual([1, 1])
    expect(await count('2026-11-21-2', 999)).toEqual([1, 1])
    expect(await count('2026-11-22-1', 1000)).toEqual([2, 2])
  })

  it('that an earlier version counted may be of one night: they are one miss', async ({
    store,
    keys,
    count,
  }) => {
    await store.redis.hset(keys.misses('de-de'), key(1).gtin, '2|2026-11-20-6')
    expect(await count('2026-11-20-6', 9000)).toEqual([2, 1])
    expect(await count('2026-11-20-7', 9000)).toEqual([1, 1])
    expect(await count('2026-11-21-1', 99_000)).toEqual([2, 2])
  })

  it('are read but not saved in a dry run', async ({ count }) => {
    await count('2026-11-20-1', 0)
    expect(await count('2026-11-20-2', 1000, true)).toEqual([2, 2])
    expect(await count('2026-11-20-3', 1000, true)).toEqual([2, 2])
    expect(await count('2026-11-20-4', 1000)).toEqual([2, 2])
  })

  it('of a list end when the list has the record again, and those at the partner do not', async ({
    stores: { snapshots },
    count,
  }) => {
    await count('2026-11-20-1', 0)
    await snapshots.countMisses([key(3)], { runId: 'run', at: 0, intervalMs: 0, place: 'list' }, false)
    await snapshots.clearMissesInLists([key(1), key(3)])
    expect(await snapshots.misses([key(1), key(3)])).toEqual([1, 0])
  })

  it('start again at one after the record was seen', async ({ stores: { snapshots }, count }) => {
    await count('2026-11-20-1', 0)
    await snapshots.clearMisses([key(1)])
    expect(await count('2026-11-20-2', 1000)).toEqual([1, 2])
    await snapshots.clearMisses([])
    expect(
      await snapshots.countMisses(
        [],
        { runId: '2026-11-20-3', at: 0, intervalMs: 0, place: 'partner' },
        false,
      ),
    ).toEqual([])
  })
})

const fullProduct = productOf({
  application: `<p>${Array.from({ length: 150 }, (_, index) => `Wort${index}`).join(' ')}</p>`,
  advantages: `<ul>${Array.from({ length: 30 }, (_, index) => `<li>Vorteil ${index}</li>`).join('')}</ul>`,
})

function usedBy(stats: unknown): number {
  if (!Array.isArray(stats)) throw new Error('MEMORY STATS answered something else')
  return Number(stats[stats.indexOf('total.allocated') + 1])
}

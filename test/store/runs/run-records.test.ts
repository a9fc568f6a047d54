import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

const first = runOf('2026-11-20-1')
const second = runOf('2026-11-20-2')

describe('the list of runs', () => {
  it('shows the newest first', async ({ stores: { runs } }) => {
    for (const [index, id] of ['2026-11-20-8', '2026-11-20-9', '2026-11-20-10'].entries()) {
      await runs.begin(runOf(id, { createdAt: `2026-11-20T0${index}:00:00.000Z` }))
      await runs.update(id, { state: 'done' })
    }
    expect((await runs.list(2)).map(({ id }) => id)).toEqual(['2026-11-20-10', '2026-11-20-9'])
    expect(await runs.list(10)).toHaveLength(3)
  })
})

it('counters add up', async ({ stores: { runs } }) => {
  expect(await runs.progress(first.id)).toEqual({})
  await runs.advance(first.id, { planned: 100, failed: 0 })
  await runs.advance(first.id, { planned: 50, written: 3 })
  await runs.advance(first.id, {})
  expect(await runs.progress(first.id)).toEqual({ planned: 150, written: 3 })
})

const outcome = (index: number, result: Outcome['result']): Outcome => ({
  gtin: String(index),
  language: 'de-de',
  result,
})

it('each record has one outcome, the latest', async ({ stores: { runs } }) => {
  await runs.saveOutcomes(
    first.id,
    Array.from({ length: 1500 }, (_, index) => outcome(index, 'created')),
  )
  await runs.saveOutcomes(first.id, [{ ...outcome(7, 'failed'), reasons: because('refused') }])
  await runs.saveOutcomes(first.id, [])
  const found = new Map<string, Outcome>()
  for await (const page of runs.scanOutcomes(first.id)) for (const each of page) found.set(each.gtin, each)
  expect(found.size).toBe(1500)
  expect([found.get('7'), found.get('8')]).toEqual([
    { ...outcome(7, 'failed'), reasons: because('refused') },
    outcome(8, 'created'),
  ])
})

it('a large catalogue is stored with its run, and a later read only adds to it', async ({
  stores: { runs },
}) => {
  const gtins = Array.from({ length: 12_000 }, (_, index) => String(index))
  await runs.saveCatalog(first.id, gtins)
  expect(await runs.inCatalog(first.id, ['0', '5000', '11999', '12000'])).toEqual([true, true, true, false])
  expect(await runs.inCatalog(second.id, ['0'])).toEqual([false])
  await runs.saveCatalog(first.id, ['1', '12001', '12000'])
  await runs.saveCatalog(first.id, ['12001', '12002'])
  expect(await runs.inCatalog(first.id, ['0', '1', '12002', '12003'])).toEqual([true, true, true, false])
  const groups = await Array.fromAsync(runs.walkCatalog(first.id, 4_000))
  expect(groups.map(({ length }) => length)).toEqual([4_000, 4_000, 4_000, 2, 1])
  expect(groups.flat()).toEqual([...gtins.sort(), '12000', '12001', '12002'])
  expect(await runs.countCatalog(first.id)).toBe(12_003)
  const some = ['12002', '7', '12001', 'foreign', '5', '7']
  expect(await Array.fromAsync(runs.walkCatalog(first.id, 100, some))).toEqual([
    ['5', '7'],
    ['12001'],
    ['12002'],
  ])
  expect(await Array.fromAsync(runs.walkCatalog(first.id, 1, ['7', '5']))).toEqual([['5'], ['7']])
  expect(await runs.countCatalog(first.id, some)).toBe(4)
  expect(await Array.fromAsync(runs.walkCatalog(first.id, 100, []))).toEqual([])
})

it('two mirrors on one Redis do not see each other', async ({ store, stores: { runs } }) => {
  const other = createRuns(store.redis, store.freshKeys())
  await runs.begin(first)
  expect(await other.begin(second)).toBe(true)
  expect([await runs.activeId(), await other.activeId()]).toEqual([first.id, second.id])
  expect(await other.read(first.id)).toBeUndefined()
  expect((await other.list(9)).map(({ id }) => id)).toEqual([second.id])
  expect(await other.nextId(new Date('2026-11-20T00:00:00Z'))).toBe('2026-11-20-1')
})

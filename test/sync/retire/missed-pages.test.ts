import { describe, expect } from 'vitest'
import { only, sync } from '../../helpers/sync/sync-run.ts'
import { withRetirement } from '../../helpers/sync/with-retirement.ts'

const test = withRetirement(2)

test.beforeEach(({ setPolicy }) => setPolicy({ retireAfterMisses: 3 }))

describe('a page is retired', () => {
  test('after three nights in a row that saw it absent, and not before', async ({
    stage,
    mirror,
    key,
    vanish,
  }) => {
    await vanish()
    // Three runs each night, and several hours before the next.
    for (const hours of [1, 1, 22, 1, 1, 22]) {
      const { run } = await sync(mirror)
      expect(run.counts).toMatchObject({ absent: 1, retired: 0 })
      expect((await stage.editor.page(key)).status).toBe('publish')
      mirror.pass(hours * 3_600_000)
    }
    const { run, outcomes } = await sync(mirror)
    expect(run.counts).toMatchObject({ absent: 0, retired: 1 })
    expect(only(outcomes)).toMatchObject({
      result: 'retired',
      reasons: [{ code: 'retired', why: 'absent at the partner' }],
    })
    expect((await stage.editor.page(key)).status).toBe('draft')
  })

  test('in the same way if it left the catalogue: one short night retires nothing', async ({
    stage,
    mirror,
    key,
  }) => {
    const all = mirror.listed
    mirror.listed = all.slice(1)
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ planned: { retire: 0 }, counts: { retired: 0 } })
    expect(run.notes).toEqual([{ code: 'kept-delisted', pages: 1, misses: 3, hours: 20 }])
    mirror.listed = all
    await sync(mirror)
    expect(await mirror.snapshots.misses([key])).toEqual([0])
    mirror.listed = all.slice(1)
    for (const _ of [1, 2]) {
      await sync(mirror)
      mirror.pass(86_400_000)
    }
    expect((await stage.editor.page(key)).status).toBe('publish')
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({
      result: 'retired',
      reasons: [{ code: 'retired', why: 'left the catalogue' }],
    })
  })
})

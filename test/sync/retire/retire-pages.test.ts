import { describe, expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import {
  beforeNext,
  go,
  inputOf,
  only,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { withRetirement } from '../../helpers/sync/with-retirement.ts'
import { cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'

const test = withRetirement(6)

describe('a record counts as gone', () => {
  test.beforeEach(({ setPolicy }) => setPolicy({ retireAfterMisses: 3 }))

  test('without counting dry runs', async ({ stage, mirror, key, vanish }) => {
    await vanish()
    for (let time = 0; time < 4; time++) {
      const { runId, planned } = await plan(mirror, 'plan')
      expect(planned.retire).toBe(0)
      await cancelRun(mirror, runId)
    }
    await sync(mirror)
    await sync(mirror)
    expect((await stage.editor.page(key)).status).toBe('publish')
  })

  test('only if no run saw it in between', async ({ stage, mirror, key, vanish, comeBack }) => {
    await vanish()
    await sync(mirror)
    await sync(mirror)
    await comeBack()
    await sync(mirror)
    await vanish()
    await sync(mirror)
    await sync(mirror)
    expect((await stage.editor.page(key)).status).toBe('publish')
  })

  test('only after the partner’s own 404, not after other responses', async ({ stage, mirror, key }) => {
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'html', status: 404 },
      { kind: 'wrong-language' },
    ] as const) {
      await stage.mock.faults([{ side: 'partner', path: `/product/${key.gtin}`, ...fault }])
      await sync(mirror)
    }
    expect((await stage.editor.page(key)).status).toBe('publish')
    const misses = await mirror.snapshots.misses([key])
    expect(misses).toEqual([0])
  })

  test('at once if it left the catalogue and one miss is enough', async ({
    stage,
    mirror,
    key,
    setPolicy,
  }) => {
    setPolicy({ retireAfterMisses: 1 })
    mirror.listed = mirror.listed.slice(1)
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({
      result: 'retired',
      reasons: [{ code: 'retired', why: 'left the catalogue' }],
    })
    expect((await stage.editor.page(key)).status).toBe('draft')
  })
})

describe('an unedited page', () => {
  test.for([
    ['draft', 'draft'],
    ['private', 'private'],
    ['trash', 'trash'],
    ['keep', 'publish'],
  ] as const)(
    'retired to %s is then %s',
    async ([retireTo, status], { stage, mirror, key, setPolicy, vanish }) => {
      setPolicy({ retireTo })
      await vanish()
      const before = await stage.editor.page(key)
      const { outcomes } = await sync(mirror)
      expect(only(outcomes)).toMatchObject({ result: 'retired' })
      expect(await stage.editor.page(key)).toMatchObject({ id: before.id, status })
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: retireTo })
      await stage.mock.zeroStats()
      await sync(mirror)
      expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    },
  )

  test('retired to delete is gone', async ({ stage, mirror, key, setPolicy, vanish }) => {
    setPolicy({ retireTo: 'delete' })
    await vanish()
    await sync(mirror)
    expect(await stage.editor.slugs()).not.toContain(slugOf(key))
  })
})

describe.each(['trash', 'delete'] as const)('with RETIRE_TO=%s', (retireTo) => {
  const edits = {
    'whose title an editor changed': () => ({ title: 'Vom Redakteur' }),
    'with an editor’s text around the block': (content: string) => ({
      content: `${content}\n\n<p>Mehr.</p>`,
    }),
  }
  test.for(Object.entries(edits))(
    'a page %s becomes a draft at most',
    async ([, edit], { stage, mirror, key, setPolicy, vanish }) => {
      setPolicy({ retireTo })
      const { id, content } = await stage.editor.page(key)
      const edited = await stage.editor.edit(id, edit(content.raw))
      await vanish()
      const { outcomes } = await sync(mirror)
      expect(only(outcomes)?.reasons).toContainEqual({ code: 'made-draft', open: false })
      const { title, content: raw } = edited
      expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft', title, content: raw })
    },
  )
  test('an editor’s save at the same moment is kept', async ({
    stage,
    mirror,
    key,
    setPolicy,
    vanish,
    comeBack,
  }) => {
    setPolicy({ retireTo })
    const { id } = await stage.editor.page(key)
    await vanish()
    beforeNext(mirror, 'writePages', () => stage.editor.edit(id, { title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)?.reasons).toContainEqual({ code: 'made-draft', open: false })
    expect(await stage.editor.page(key)).toMatchObject({
      id,
      status: 'draft',
      title: { raw: 'Vom Redakteur' },
    })
    await comeBack()
    await sync(mirror)
    expect(await stage.editor.page(key)).toMatchObject({
      id,
      status: 'publish',
      title: { raw: 'Vom Redakteur' },
    })
  })

  test('a page whose trashing got no reply is not left in the trash', async ({
    stage,
    mirror,
    key,
    setPolicy,
    vanish,
  }) => {
    setPolicy({ retireTo })
    await vanish()
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'retired' })
    const left = (await stage.editor.pages()).find(({ slug }) => slug.startsWith(slugOf(key)))
    expect(left?.status).toBe(retireTo === 'trash' ? 'trash' : undefined)
  })

  test('a page is retired completely after a crash between trash and the next step', async ({
    stage,
    mirror,
    key,
    setPolicy,
    vanish,
  }) => {
    setPolicy({ retireTo })
    await vanish()
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        await cms.writePages(writes, signal)
        throw new Error('killed')
      },
    }
    const input = await inputOf(mirror, runId, 'retire')
    await expect(retirePages(mirror, input, go)).rejects.toThrow('killed')
    mirror.cms = cms
    await retirePages(mirror, input, go)
    const left = (await stage.editor.pages()).find(({ slug }) => slug.startsWith(slugOf(key)))
    expect(left?.status).toBe(retireTo === 'trash' ? 'trash' : undefined)
    expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: retireTo })
  })
})

test('a CMS without a trash deletes a page at once', async ({ stage, mirror, key, setPolicy, vanish }) => {
  setPolicy({ retireTo: 'delete' })
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      if (writes.some((write) => write.kind === 'delete' && !write.force))
        return writes.map(() => ({
          ok: false,
          status: 501,
          code: 'rest_trash_not_supported',
          reason: 'no trash',
        }))
      return cms.writePages(writes, signal)
    },
  }
  await vanish()
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'retired' })
  expect(await stage.editor.slugs()).not.toContain(slugOf(key))
})

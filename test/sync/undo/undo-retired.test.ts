import { notUndone } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { writeGraceMs, type Mirror } from '../../helpers/sync/sync-deps.ts'
import {
  apply,
  go,
  inputOf,
  only,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { loseAndDie } from '../../helpers/sync/with-plugin.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  mirror: { policy: { retireAfterMisses: 1 } },
  prepare: async (mirror) => {
    mirror.listed.splice(1)
    await sync(mirror)
  },
})
  .extend('retire', ({ stage, mirror, key }) => async () => {
    await stage.mock.deleteProduct(key.gtin)
    return (await sync(mirror)).run.id
  })
  .extend(
    'comeBack',
    ({ stage, key }) =>
      () =>
        stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'WIEDER-DA' }),
  )

const retireTo = (mirror: Mirror, to: Mirror['policy']['retireTo']): void =>
  void (mirror.policy = { ...mirror.policy, retireTo: to })

describe('a retirement', () => {
  test.for(['draft', 'private', 'trash', 'keep', 'notice'] as const)(
    'to %s is undone, and not repeated until the record is released',
    async (to, { stage, mirror, key, retire }) => {
      retireTo(mirror, to)
      const before = await stage.editor.page(key)
      const runId = await retire()
      const { outcomes, run } = await undo(mirror, runId)
      expect(only(outcomes)).toMatchObject({ result: 'undone', pageId: before.id })
      const { id, slug, status, content } = await stage.editor.page(key)
      expect({ id, slug, status, content }).toEqual({
        id: before.id,
        slug: slugOf(key),
        status: 'publish',
        content: before.content,
      })
      const snapshot = await snapshotOf(mirror, key)
      expect(snapshot).toMatchObject({ state: 'mirrored', runId: run.id })
      expect(snapshot).not.toHaveProperty('retiredTo')

      expect((await sync(mirror)).run.counts).toMatchObject({ retired: 0 })
      expect((await stage.editor.page(key)).status).toBe('publish')
      await mirror.decisions.remove([key])
      expect((await sync(mirror)).run.counts).toMatchObject({ retired: 1 })
    },
  )

  test('of a draft that an editor changed in the meantime is undone with those changes kept', async ({
    stage,
    mirror,
    key,
    retire,
    comeBack,
  }) => {
    const runId = await retire()
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await undo(mirror, runId)
    expect(await stage.editor.page(key)).toMatchObject({ status: 'publish', title: { raw: 'Vom Redakteur' } })
    await comeBack()
    await mirror.decisions.remove([key])
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')
  })

  test.for([
    ['published again', 'publish'],
    ['made private', 'private'],
  ] as const)(
    'of a page that an editor %s since is left',
    async ([_what, status], { stage, mirror, key, retire }) => {
      const runId = await retire()
      await stage.editor.edit((await stage.editor.page(key)).id, { status })
      const { outcomes } = await undo(mirror, runId)
      expect(only(outcomes)).toMatchObject({
        result: 'kept',
        reasons: notUndone({ code: 'undo-moved', status, did: 'retired' }),
      })
      expect((await stage.editor.page(key)).status).toBe(status)
      expect(await mirror.decisions.count()).toBe(0)
    },
  )

  test('of a page that an editor trashed since is not undone', async ({ stage, mirror, key, retire }) => {
    const runId = await retire()
    await stage.editor.trash((await stage.editor.page(key)).id)
    const { outcomes } = await undo(mirror, runId)
    expect(only(outcomes)).toMatchObject({ result: 'kept', reasons: notUndone({ code: 'undo-trashed' }) })
    expect((await stage.editor.page(key)).status).toBe('trash')
  })

  test('with RETIRE_TO=delete cannot be undone, and the outcome contains the reason', async ({
    mirror,
    key,
    retire,
  }) => {
    retireTo(mirror, 'delete')
    const { pageId } = await snapshotOf(mirror, key)
    const { outcomes } = await undo(mirror, await retire())
    expect(only(outcomes)).toMatchObject({
      result: 'kept',
      reasons: notUndone({ code: 'undo-gone', pageId }),
    })
  })

  test('that was undone is repeated by undoing the undo, and no decision is left', async ({
    stage,
    mirror,
    key,
    retire,
    comeBack,
  }) => {
    const first = await undo(mirror, await retire())
    const second = await undo(mirror, first.run.id)
    expect(only(second.outcomes)).toMatchObject({ result: 'undone' })
    expect((await stage.editor.page(key)).status).toBe('draft')
    expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'draft' })
    expect(await mirror.decisions.count()).toBe(0)
    await comeBack()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored' })
    expect((await stage.editor.page(key)).status).toBe('publish')
  })
})

describe('a restored page', () => {
  test.for(['draft', 'private', 'trash', 'keep', 'notice'] as const)(
    'from %s is retired there again, and not restored until the record is released',
    async (to, { stage, mirror, key, retire }) => {
      retireTo(mirror, to)
      await retire()
      const { id, status, slug, title } = await stage.editor.page(key)
      await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Wieder da' })
      const back = await sync(mirror)
      const { outcomes } = await undo(mirror, back.run.id)
      expect(only(outcomes)).toMatchObject({ result: 'undone', pageId: id })
      const page = await stage.editor.page(key)
      expect(page).toMatchObject({ id, status, slug })
      // A write to a page in the trash contains no text.
      if (to !== 'trash') expect(page.title).toEqual(title)
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: to })

      expect((await sync(mirror)).run.counts).toMatchObject({ held: 1, restored: 0 })
      await mirror.decisions.remove([key])
      expect((await sync(mirror)).run.counts).toMatchObject({ restored: 1 })
      const again = await stage.editor.page(key)
      expect(again).toMatchObject({ id, status: 'publish', slug: slugOf(key), title: { raw: 'Wieder da' } })
    },
  )

  test.for(['draft', 'private', 'trash', 'keep', 'notice'] as const)(
    'from %s is retired there again, even if the reply to its return was lost',
    async (to, { stage, mirror, key, retire }) => {
      retireTo(mirror, to)
      await retire()
      const { status } = await stage.editor.page(key)
      await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Wieder da' })
      const { runId } = await plan(mirror)
      await startWriting(mirror, runId)
      await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
      mirror.pass((await writePages(mirror, await inputOf(mirror, runId), go)).waitMs)
      const { run } = await apply(mirror, runId)
      expect((await stage.editor.page(key)).status).toBe('publish')
      expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
      expect((await stage.editor.page(key)).status).toBe(status)
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: to })
    },
  )

  test.for([undefined, 'reset-after'] as const)(
    'that was deleted is created again, and an undo makes it a draft (fault: %s)',
    async (kind, { stage, mirror, key, retire }) => {
      retireTo(mirror, 'delete')
      await retire()
      // The product is as it was.
      await stage.mock.patchProduct(key.gtin, 'de-de', {})
      const { runId } = await plan(mirror)
      await startWriting(mirror, runId)
      if (kind !== undefined) await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind, count: 1 }])
      mirror.pass((await writePages(mirror, await inputOf(mirror, runId), go)).waitMs)
      const { run, outcomes } = await apply(mirror, runId)
      expect(only(outcomes)).toMatchObject({
        result: 'created',
        reasons: [{ code: 'recreated' }],
      })
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored', runId: run.id })
      expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
      expect((await stage.editor.page(key)).status).toBe('draft')
    },
  )

  test('that an editor hid since is not retired again', async ({ stage, mirror, key, retire, comeBack }) => {
    await retire()
    await comeBack()
    const back = await sync(mirror)
    await stage.editor.edit((await stage.editor.page(key)).id, { status: 'private' })
    expect(only((await undo(mirror, back.run.id)).outcomes)).toMatchObject({
      result: 'kept',
      reasons: notUndone({ code: 'undo-moved', status: 'private', did: 'restored' }),
    })
  })
})

test('a held record is not restored until its release', async ({ stage, mirror, key, retire }) => {
  const runId = await retire()
  const at = mirror.now().toISOString()
  await mirror.decisions.save([{ key, value: { at, by: 'anna', kind: 'hold', reason: 'wird geprüft' } }])
  const { outcomes } = await undo(mirror, runId)
  expect(only(outcomes)).toMatchObject({
    result: 'kept',
    reasons: notUndone({ code: 'undo-held', note: 'wird geprüft' }),
  })
  expect((await stage.editor.page(key)).status).toBe('draft')
})

test.for(['draft', 'private', 'trash'] as const)(
  'a restored page from %s whose write got no reply is retired again by the undo',
  async (to, { stage, mirror, key, retire }) => {
    retireTo(mirror, to)
    const before = await stage.editor.page(key)
    await retire()
    // The product returns unchanged, so only the status is written, which makes no revision.
    await stage.mock.patchProduct(key.gtin, 'de-de', {})
    const runId = await loseAndDie(stage, mirror)
    mirror.pass(writeGraceMs)
    expect(only((await apply(mirror, runId)).outcomes)).toMatchObject({ result: 'restored' })
    expect(await stage.editor.page(key)).toMatchObject({ status: 'publish', content: before.content })
    expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await stage.editor.page(key)).status).toBe(to)
  },
)

test.for(['draft', 'private', 'trash'] as const)(
  'a page retired to %s whose write got no reply is public again after the undo',
  async (to, { stage, mirror, key }) => {
    retireTo(mirror, to)
    await stage.mock.deleteProduct(key.gtin)
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
    await expect(retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)).rejects.toThrow('killed')
    mirror.cms = cms
    mirror.pass(writeGraceMs)
    expect(only((await apply(mirror, runId)).outcomes)).toMatchObject({ result: 'retired' })
    expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await stage.editor.page(key)).status).toBe('publish')
  },
)

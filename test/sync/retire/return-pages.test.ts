import { describe, expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import {
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { withRetirement } from '../../helpers/sync/with-retirement.ts'

const test = withRetirement(2)

describe('a record that returns', () => {
  test.for(['draft', 'private', 'trash', 'keep', 'notice'] as const)(
    'has its page again, same id, same slug, after %s',
    async (retireTo, { stage, mirror, key, setPolicy, vanish, comeBack }) => {
      setPolicy({ retireTo })
      const { id } = await stage.editor.page(key)
      await vanish()
      await sync(mirror)
      await comeBack()
      const { outcomes, run } = await sync(mirror)
      expect(only(outcomes)).toMatchObject({ result: 'restored', pageId: id })
      expect(run.counts).toMatchObject({ restored: 1, created: 0, failed: 0 })
      const page = await stage.editor.page(key)
      expect(page).toMatchObject({ id, status: 'publish', slug: slugOf(key) })
      expect(page.content.raw).toContain('WIEDER-DA')
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored', pageId: id })
    },
  )

  test.for(['draft', 'trash'] as const)(
    'keeps the slug that an editor gave its page, after %s',
    async (retireTo, { stage, mirror, key, setPolicy, vanish, comeBack }) => {
      setPolicy({ retireTo })
      const { id } = await stage.editor.page(key)
      await stage.editor.edit(id, { slug: 'schoenes-band' })
      await vanish()
      await sync(mirror)
      await comeBack()
      const { outcomes } = await sync(mirror)
      expect(only(outcomes)).toMatchObject({ result: 'restored', pageId: id })
      const restored = await stage.editor.edit(id, {})
      expect(restored).toMatchObject({ slug: 'schoenes-band', status: 'publish' })
    },
  )

  test.for([
    ['private', 'draft'],
    ['pending', 'trash'],
    ['draft', 'private'],
    ['private', 'delete'],
  ] as const)(
    'leaves its page %s if an editor hid it before %s could retire it',
    async ([status, retireTo], { stage, mirror, key, setPolicy, vanish, comeBack }) => {
      setPolicy({ retireTo })
      const { id } = await stage.editor.page(key)
      await stage.editor.edit(id, { status })
      await vanish()
      const { outcomes: gone } = await sync(mirror)
      expect(only(gone)?.reasons).toContainEqual({ code: 'status-already', status })
      await comeBack()
      const { outcomes } = await sync(mirror)
      expect(only(outcomes)?.reasons).toContainEqual({ code: 'hidden', status, known: true })
      expect(await stage.editor.page(key)).toMatchObject({ id, status })
    },
  )

  test('leaves its page private if an editor made it so after the retirement', async ({
    stage,
    mirror,
    key,
    vanish,
    comeBack,
  }) => {
    const { id } = await stage.editor.page(key)
    await vanish()
    await sync(mirror)
    await stage.editor.edit(id, { status: 'private' })
    await comeBack()
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)?.reasons).toContainEqual({ code: 'hidden', status: 'private', known: true })
    expect(await stage.editor.page(key)).toMatchObject({ id, status: 'private' })
  })

  test('gets a new page after RETIRE_TO=delete', async ({
    stage,
    mirror,
    key,
    setPolicy,
    vanish,
    comeBack,
  }) => {
    setPolicy({ retireTo: 'delete' })
    await vanish()
    await sync(mirror)
    await comeBack()
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({
      result: 'created',
      reasons: [{ code: 'recreated' }],
    })
    expect(await stage.editor.page(key)).toMatchObject({ slug: slugOf(key), status: 'publish' })
  })

  test.for(['draft', 'trash', 'keep', 'notice'] as const)(
    'leaves a page in the trash that an editor put there, before %s retired it',
    async (retireTo, { stage, mirror, key, setPolicy, vanish, comeBack }) => {
      setPolicy({ retireTo })
      const { id } = await stage.editor.page(key)
      await stage.editor.trash(id)
      await vanish()
      const { outcomes } = await sync(mirror)
      expect(only(outcomes)?.reasons).toContainEqual({ code: 'trashed-already' })
      await comeBack()
      await sync(mirror)
      expect(await stage.editor.page(key)).toMatchObject({ id, status: 'trash' })
    },
  )

  test('leaves its page in the trash if an editor put it there after the retirement', async ({
    stage,
    mirror,
    key,
    vanish,
    comeBack,
  }) => {
    await vanish()
    await sync(mirror)
    const { id } = await stage.editor.page(key)
    await stage.editor.trash(id)
    await comeBack()
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'kept' })
    expect(await stage.editor.page(key)).toMatchObject({ id, status: 'trash' })
  })

  test.for([
    { status: 'draft', retireTo: 'draft' },
    { status: 'private', retireTo: 'draft' },
    { status: 'pending', retireTo: 'draft' },
    { status: 'draft', retireTo: 'trash' },
    { status: 'private', retireTo: 'delete' },
    { status: 'pending', retireTo: 'private' },
  ] as const)(
    'leaves its page $status if an editor hid it before its retirement to $retireTo',
    async ({ status, retireTo }, { stage, mirror, key, vanish, comeBack, setPolicy }) => {
      setPolicy({ retireTo })
      const { id } = await stage.editor.page(key)
      await stage.editor.edit(id, { status })
      await vanish()
      await sync(mirror)
      expect(await stage.editor.page(key)).toMatchObject({ id, status })
      await comeBack()
      await sync(mirror)
      const page = await stage.editor.page(key)
      expect(page).toMatchObject({ id, status })
      expect(page.content.raw).toContain('WIEDER-DA')
    },
  )
})

test('a retired page that an editor published again stays published and is updated when the record returns', async ({
  stage,
  mirror,
  key,
  vanish,
  comeBack,
}) => {
  await vanish()
  await sync(mirror)
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { status: 'publish' })
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ retired: 0, absent: 1 })
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
  await comeBack()
  await sync(mirror)
  const page = await stage.editor.page(key)
  expect(page).toMatchObject({ id, status: 'publish' })
  expect(page.content.raw).toContain('WIEDER-DA')
})

test.for(['sync', 'rebuild'] as const)(
  'a retired page that a %s finds after a lost Redis stays as it is, and is named',
  async (kind, { stage, mirror, key, vanish, comeBack }) => {
    await vanish()
    await sync(mirror)
    await comeBack()
    const { id, content } = await stage.editor.page(key)
    const lost = stage.openMirror()
    lost.listed = [key.gtin]
    const { runId } = await plan(lost, kind)
    await startWriting(lost, runId)
    await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: kind === 'rebuild' }, go)
    expect(only(await outcomesOf(lost, runId))).toMatchObject({
      pageId: id,
      reasons: expect.arrayContaining([{ code: 'hidden', status: 'draft' }]),
    })
    expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft' })
    if (kind === 'rebuild') expect((await stage.editor.page(key)).content).toEqual(content)
  },
)

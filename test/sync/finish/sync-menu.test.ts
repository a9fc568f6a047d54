import { expect } from 'vitest'
import { LimitedError } from '../../../src/lib/errors.ts'
import { syncMenu } from '../../../src/sync/finish/sync-menu.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const menuId = 15
/** A whole run and its menu, as the last job updates it; returns the run's notes. */
async function runWithMenu(stage: Stage, mirror: Mirror) {
  const { run: done } = await sync(mirror)
  await stage.mock.zeroStats()
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 0 })
  return (await mirror.runs.read(done.id))?.notes ?? []
}

const test = withMirror({ gtins: 1, languages: 'de-de,en-gb', mirror: { policy: { menuId } } })
  .extend(
    'run',
    ({ stage, mirror }) =>
      (of = mirror) =>
        runWithMenu(stage, of),
  )
  .extend(
    'items',
    ({ stage }) =>
      () =>
        stage.editor.menuItems(menuId),
  )
  .extend(
    'titles',
    ({ items }) =>
      async () =>
        (await items()).map(({ title }) => title.raw),
  )
  .extend('cms', ({ stage }) => async () => {
    const { requests, cmsWrites } = await stage.mock.stats()
    return { requests: requests.cms, writes: cmsWrites.total }
  })

const lose = (stage: Stage, kind: 'reset-after' | 'reset-before') =>
  stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind, count: 1 }])

test('each language page gets an item after the others, and the next run reads the menu once and writes nothing', async ({
  stage,
  run,
  items,
  cms,
}) => {
  await stage.editor.addMenuItem({
    menus: menuId,
    title: 'Start',
    url: 'https://example.com/',
    menu_order: 7,
  })
  expect(await run()).toEqual([])
  const pages = (await stage.editor.pages()).filter(({ slug }) => ['de-de', 'en-gb'].includes(slug))
  expect((await items()).slice(1)).toMatchObject(
    pages.map(({ id, title }, index) => ({
      object_id: id,
      object: 'page',
      type: 'post_type',
      title: { raw: title.raw },
      menu_order: 8 + index,
      status: 'publish',
      invalid: false,
    })),
  )
  expect(await run()).toEqual([])
  expect(await cms()).toEqual({ requests: { 'GET /cms/v2/menu-items': 1 }, writes: 0 })
})

test('without MENU_ID no menu is read', async ({ stage, run, cms }) => {
  await run(stage.openMirror())
  expect(await cms()).toEqual({ requests: {}, writes: 0 })
})

test('a renamed item stays renamed, and a removed one stays removed, with one note', async ({
  stage,
  run,
  items,
  titles,
}) => {
  await run()
  const [first, second] = await items()
  await stage.editor.editMenuItem(first?.id ?? 0, { title: 'Produkte' })
  await stage.editor.removeMenuItem(second?.id ?? 0)
  expect(await run()).toEqual([{ code: 'menu-items-removed', menuId: 15, languages: ['en-gb'] }])
  expect(await run()).toEqual([])
  expect(await titles()).toEqual(['Produkte'])
})

test('after Redis data loss items are found by their page, even in a menu with more than a hundred', async ({
  stage,
  run,
  items,
  cms,
}) => {
  await run()
  const hundred = Array.from({ length: 100 }, (_, at) => ({ menus: menuId, title: `${at}`, url: '/x' }))
  await Promise.all(hundred.map((item) => stage.editor.addMenuItem(item)))
  const [first] = await items()
  await stage.editor.removeMenuItem(first?.id ?? 0)
  const back = { menus: menuId, type: 'post_type', object: 'page', object_id: first?.object_id }
  await stage.editor.addMenuItem(back)
  expect(await run(stage.openMirror({ policy: { menuId } }))).toEqual([])
  expect(await cms()).toEqual({ requests: { 'GET /cms/v2/menu-items': 2 }, writes: 0 })
})

test('items whose reply was lost are found, not added again', async ({ stage, mirror, items }) => {
  const { run: done } = await sync(mirror)
  await lose(stage, 'reset-after')
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: writeGraceMs })
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 0 })
  expect(await items()).toHaveLength(2)
})

test('items that may still land are waited for, looked up again, and only then added', async ({
  stage,
  mirror,
  items,
}) => {
  const { run: done } = await sync(mirror)
  await lose(stage, 'reset-before')
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: writeGraceMs })
  mirror.pass(writeGraceMs - 500)
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 500 })
  expect(await items()).toEqual([])
  mirror.pass(500)
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 0 })
  expect(await items()).toHaveLength(2)
})

test('items that another try of the job adds after the menu was read are added once', async ({
  stage,
  mirror,
  items,
}) => {
  const { run: done } = await sync(mirror)
  const other = stage.openMirror({ keys: mirror.keys, policy: { menuId } })
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async readMenu(...args) {
      mirror.cms = cms
      const read = await cms.readMenu(...args)
      expect(await syncMenu(other, done, go)).toEqual({ waitMs: 0 })
      return read
    },
  }
  expect((await syncMenu(mirror, done, go)).waitMs).toBeGreaterThan(0)
  expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 0 })
  expect(await items()).toHaveLength(2)
})

test('a wrong MENU_ID is noted with the CMS’s message, and the next run uses the corrected one', async ({
  stage,
  run,
  items,
}) => {
  const wrong = stage.openMirror({ policy: { menuId: 99 } })
  const [note, ...more] = await run(wrong)
  expect(note).toEqual({
    code: 'menu-refused',
    menuId: 99,
    detail: 'Invalid menu ID. (400 invalid_menu_id)',
  })
  expect(more).toEqual([])
  expect(await run(wrong)).toEqual([note])
  wrong.policy.menuId = menuId
  expect(await run(wrong)).toEqual([])
  expect(await items()).toHaveLength(2)
})

test.for([
  ['may not see menus', 403, 'menu-unreadable', /^403/],
  ['gets no answer', 500, 'menu-unchanged', /^The CMS sent no usable response/],
] as const)(
  'a user who %s gets a note, and the run continues',
  async ([, status, code, detail], { stage, mirror }) => {
    const { run: done } = await sync(mirror)
    await stage.mock.faults([{ side: 'cms', path: '/cms/v2/menu-items', kind: 'status', status }])
    expect(await syncMenu(mirror, done, go)).toEqual({ waitMs: 0 })
    expect((await mirror.runs.read(done.id))?.notes).toEqual([
      { code, menuId, detail: expect.stringMatching(detail) as unknown },
    ])
  },
)

test('a language page that is hidden gets its item once it is published', async ({
  stage,
  mirror,
  run,
  titles,
}) => {
  const { run: done } = await sync(mirror)
  const hidden = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  await stage.editor.edit(hidden?.id ?? 0, { status: 'draft' })
  await syncMenu(mirror, done, go)
  expect(await titles()).toEqual(['English (United Kingdom)'])
  await stage.editor.edit(hidden?.id ?? 0, { status: 'publish' })
  await run()
  expect(await titles()).toEqual(['English (United Kingdom)', 'Deutsch (Deutschland)'])
})

test('a rate limit is waited for and leaves no note about the menu', async ({ mirror }) => {
  const { run: done } = await sync(mirror)
  const readMenu = () => Promise.reject(new LimitedError('cms', 60_000))
  const limited = { ...mirror, cms: { ...mirror.cms, readMenu } }
  await expect(syncMenu(limited, done, go)).rejects.toThrow(LimitedError)
  expect((await mirror.runs.read(done.id))?.notes ?? []).toEqual([])
})

import { reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { missingParents } from '../../../src/sync/parents/parent-check.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { drawPng } from '../../helpers/content/files.ts'
import type { CmsPage } from '../../helpers/content/editor.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, beforeNext, go, only, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  prepare: async (mirror) => {
    mirror.listed = mirror.listed.slice(0, 1)
  },
})

async function planned(mirror: Mirror) {
  const { runId } = await plan(mirror)
  const run = await mirror.runs.update(runId, { state: 'writing' })
  if (run === undefined) throw new Error('no run')
  return run
}
const loseBatch = (stage: Stage, kind: 'reset-after' | 'reset-before', after = 0) =>
  stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind, count: 1, after }])
const parentPages = async (stage: Stage) =>
  (await stage.editor.pages()).filter(({ slug }) => slug.startsWith('products') || slug.startsWith('de-de'))
const parentSlugs = async (stage: Stage) => (await parentPages(stage)).map(({ slug }) => slug)
const batches = async (stage: Stage) => (await stage.mock.stats()).batches.calls
const notesOf = async (mirror: Mirror, runId: string) => (await mirror.runs.read(runId))?.notes ?? []

test.for([
  ['root', 0],
  ['language', 1],
] as const)(
  'a %s page whose reply was lost is found, not created again',
  async ([, after], { stage, mirror }) => {
    const run = await planned(mirror)
    await loseBatch(stage, 'reset-after', after)
    expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: writeGraceMs })
    expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: 0 })
    expect(await parentSlugs(stage)).toEqual(['products', 'de-de'])
    expect(await batches(stage)).toBe(2)
    expect(await mirror.writes.intents(['parent:products', 'parent:products/de-de'])).toEqual([
      undefined,
      undefined,
    ])
  },
)

test('a root page whose create may still land is waited for, looked up again, and only then created', async ({
  stage,
  mirror,
}) => {
  const run = await planned(mirror)
  await loseBatch(stage, 'reset-before')
  expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: writeGraceMs })
  mirror.pass(writeGraceMs - 500)
  expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: 500 })
  expect(await batches(stage)).toBe(0)
  mirror.pass(500)
  expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: 0 })
  expect(await parentSlugs(stage)).toEqual(['products', 'de-de'])
})

/** Parent pages whose first create of the root had a lost reply, and the page that it creates late. */
async function rootLandsTwice(stage: Stage, mirror: Mirror) {
  const run = await planned(mirror)
  await loseBatch(stage, 'reset-before')
  expect(await prepareParents(mirror, run, go)).toEqual({ waitMs: writeGraceMs })
  mirror.pass(writeGraceMs)
  await prepareParents(mirror, run, go)
  const [root] = await parentPages(stage)
  const { slug, title, content } = root as CmsPage
  const duplicate = await stage.editor.create({
    slug,
    status: 'publish',
    title: title.raw,
    content: content.raw,
  })
  expect(duplicate.slug).toBe('products-2')
  return { run, duplicate }
}

test('a root page that lands twice is trashed at the end of the run', async ({ stage, mirror }) => {
  const { run } = await rootLandsTwice(stage, mirror)
  expect(await trashDuplicatePages(mirror, run.id, go)).toBe(1)
  expect(await parentSlugs(stage)).toEqual(['products', 'de-de', 'products-2__trashed'])
  expect(await notesOf(mirror, run.id)).toEqual([])
})

test('a second root page with child pages or edits stays, with a note', async ({ stage, mirror }) => {
  const { run, duplicate } = await rootLandsTwice(stage, mirror)
  const child = await stage.editor.create({ title: 'Kind', parent: duplicate.id })
  expect(await trashDuplicatePages(mirror, run.id, go)).toBe(0)
  expect((await notesOf(mirror, run.id)).at(-1)).toMatchObject({
    code: 'duplicate-kept',
    pageId: duplicate.id,
    name: 'the parent page /products',
    detail: expect.stringContaining('it has child pages') as unknown,
  })
  await stage.editor.removeForGood(child.id)
  await stage.editor.edit(duplicate.id, { title: 'Alle Produkte' })
  expect(await trashDuplicatePages(mirror, run.id, go)).toBe(0)
  expect((await notesOf(mirror, run.id)).at(-1)).toMatchObject({
    detail: expect.stringContaining('it was edited') as unknown,
  })
})

test('one root page is left if two processes create it at the same moment', async ({ stage, mirror }) => {
  const run = await planned(mirror)
  beforeNext(mirror, 'writePages', () => stage.editor.create({ slug: 'products', status: 'publish' }))
  await prepareParents(mirror, run, go)
  expect(await parentSlugs(stage)).toEqual(['products', 'de-de'])
})

test('if an attachment has the root’s slug, the numbered page serves, with a note, even after Redis data loss', async ({
  stage,
  mirror,
}) => {
  await stage.editor.uploadPng('products', await drawPng())
  const { run } = await sync(mirror)
  expect(run).toMatchObject({ state: 'done', counts: { created: 1 } })
  expect(run.notes).toMatchObject([
    { code: 'parent-numbered', path: 'products', slug: 'products-2', wanted: 'products' },
  ])
  expect(await parentSlugs(stage)).toEqual(['products-2', 'de-de'])

  const other = stage.openMirror()
  const { run: after } = await sync(other)
  expect(after.counts).toMatchObject({ created: 1, unchanged: 1 })
  expect(await parentSlugs(stage)).toEqual(['products-2', 'de-de'])
})

test('a language page that an editor trashed is created again for the next new page', async ({
  stage,
  mirror,
}) => {
  await sync(mirror)
  const language = (await parentPages(stage)).at(-1)
  await stage.editor.trash(language?.id ?? 0)
  mirror.listed = [...stage.gtins]
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { created: 1 } })
  const again = (await parentPages(stage)).find(({ slug }) => slug === 'de-de')
  expect(again?.id).not.toBe(language?.id)
  expect((await stage.editor.recordPages()).at(-1)?.parent).toBe(again?.id)
  expect(await parentSlugs(stage)).toEqual(['products', 'de-de__trashed', 'de-de'])
})

test('a new page whose parent was deleted in the meantime fails with that reason, and the next run creates both', async ({
  stage,
  mirror,
}) => {
  const run = await planned(mirror)
  await prepareParents(mirror, run, go)
  const language = (await parentPages(stage)).at(-1)
  beforeNext(mirror, 'writePages', () => stage.editor.removeForGood(language?.id ?? 0))
  const { run: first, outcomes } = await apply(mirror, run.id)
  expect(first).toMatchObject({ state: 'partial', counts: { failed: 1 } })
  expect(reasonOf(only(outcomes))).toContain(`its parent page ${language?.id} was deleted during the run`)
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { created: 1, failed: 0 } })
})

test('a page and its parent that both vanished are complete again after the next run', async ({
  stage,
  mirror,
}) => {
  await sync(mirror)
  const [page] = await stage.editor.recordPages()
  const language = (await parentPages(stage)).at(-1)
  await stage.editor.removeForGood(page?.id ?? 0)
  await stage.editor.removeForGood(language?.id ?? 0)
  await stage.mock.patchProduct(mirror.listed[0] ?? '', 'de-de', { name: 'Neues Band' })
  expect((await sync(mirror)).run.counts).toMatchObject({ failed: 1 })
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await stage.editor.recordPages()).toMatchObject([{ title: { raw: 'Neues Band' } }])
  expect(await parentSlugs(stage)).toEqual(['products', 'de-de'])
})

/** A mirror whose CMS has a page at a slug that it cannot show. */
function withUnreadable(mirror: Mirror, slug: string): Mirror {
  const { parentPages: sound } = mirror
  const findEach: typeof sound.findEach = async (slugs, signal) => {
    const found = await sound.findEach(
      slugs.filter((one) => one !== slug),
      signal,
    )
    return { ...found, unreadable: new Map([[slug, 'returned 500']]) }
  }
  return { ...mirror, parentPages: { ...sound, findEach } }
}

test('an unreadable page at the slug of a language leaves that language without pages, with the reason', async ({
  stage,
  mirror,
}) => {
  const run = await planned(mirror)
  const broken = withUnreadable(mirror, 'de-de')
  expect(await prepareParents(broken, run, go)).toEqual({ waitMs: 0 })
  expect(await parentSlugs(stage)).toEqual(['products'])
  const about = { runId: run.id, parents: {} }
  expect([...(await missingParents(broken, about, new Set(['de-de']))).values()]).toEqual([
    {
      code: 'parent-missing',
      path: 'products/de-de',
      detail: 'the CMS cannot read what is at the slug de-de: returned 500',
    },
  ])
})

test('an unreadable page at the slug of the root page ends the run with the reason', async ({ mirror }) => {
  const run = await planned(mirror)
  await expect(prepareParents(withUnreadable(mirror, 'products'), run, go)).rejects.toThrow(
    'The CMS cannot read what is at the slug products: returned 500. The root page /products belongs there.',
  )
})

import { describe, expect } from 'vitest'
import type { SlugTemplate } from '../../../src/core/mapping/page-slug.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
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
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const nameAndGtin: SlugTemplate = [{ field: 'name' }, '-', { field: 'gtin' }]
const itemAndLanguage: SlugTemplate = [{ field: 'item_number' }, '-', { field: 'language' }]
const mapOf = (slug: SlugTemplate) => ({ slug, rows: [] })
const first = 'Dichtband Größe 5'

const test = withMirror({
  gtins: 3,
  mirror: { map: mapOf(nameAndGtin), policy: { retireAfterMisses: 1 } },
  prepare: async (mirror) => void (mirror.listed = mirror.listed.slice(0, 1)),
})
  .extend(
    'rename',
    ({ stage, key }) =>
      (name: string) =>
        stage.mock.patchProduct(key.gtin, 'de-de', { name }),
  )
  .extend('slug', async ({ key, rename }) => {
    await rename(first)
    return `dichtband-groesse-5-${key.gtin}-de-de`
  })
  /** Every product page, in every status. */
  .extend(
    'pages',
    ({ stage }) =>
      async () =>
        (await stage.editor.pages()).filter(({ content }) => content.raw.includes('product-mirror gtin-')),
  )
  /** The mirror after Redis was lost. */
  .extend('lose', ({ stage, mirror }) => () => {
    const lost = stage.openMirror({ map: mirror.map ?? { rows: [] }, policy: mirror.policy })
    lost.listed = mirror.listed
    return lost
  })
  .extend('writesOf', ({ stage }) => async (work: () => Promise<unknown>) => {
    await stage.mock.zeroStats()
    await work()
    return (await stage.mock.stats()).cmsWrites.total
  })

/** A run whose only create gets no reply. */
const loseReply = async (stage: Stage, mirror: Mirror, kind: 'reset-before' | 'reset-after') => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind, count: 1 }])
  await writePages(mirror, await inputOf(mirror, runId), go)
  await mirror.runs.update(runId, { state: 'failed' })
}

const rebuild = async (mirror: Mirror) => {
  const { runId } = await plan(mirror, 'rebuild')
  await startWriting(mirror, runId)
  await writePages(mirror, { ...(await inputOf(mirror, runId)), readOnly: true }, go)
  await mirror.runs.update(runId, { state: 'done' })
}

test('a new page gets the slug of the map, and a second run writes nothing', async ({
  mirror,
  key,
  slug,
  pages,
  writesOf,
}) => {
  await sync(mirror)
  expect(await pages()).toMatchObject([{ slug, title: { raw: first } }])
  expect(await snapshotOf(mirror, key)).toMatchObject({ slug })
  expect(await writesOf(() => sync(mirror))).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('the plan and the preview show the slug of a new page', async ({ mirror, key, slug }) => {
  const { runId } = await plan(mirror)
  expect(await mirror.plans.read(runId, [`${key.gtin}/de-de`])).toMatchObject([{ kind: 'create', slug }])
  expect(await previewPage(mirror, key, go)).toMatchObject({ ok: true, page: { slug } })
  await apply(mirror, runId)
  const shown = await previewPage(mirror, key, go)
  expect(shown.ok && shown.page.slug).toBeUndefined()
})

describe('the page of a renamed product', () => {
  test('keeps its slug', async ({ mirror, slug, rename, pages, writesOf }) => {
    await sync(mirror)
    await rename('Rolle')
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, created: 0 })
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
    expect(await writesOf(() => sync(mirror))).toBe(0)
    expect((await verify(mirror)).findings).toEqual([])
  })

  test('is bound after a lost reply to its create', async ({ stage, mirror, key, slug, rename, pages }) => {
    await loseReply(stage, mirror, 'reset-after')
    await rename('Rolle')
    mirror.pass(writeGraceMs)
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'created' })
    expect(await pages()).toMatchObject([{ slug }])
    await sync(mirror)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
    expect(await snapshotOf(mirror, key)).toMatchObject({ slug })
  })

  test('is looked up and created with the slug that was sent first', async ({
    stage,
    mirror,
    key,
    slug,
    rename,
    pages,
  }) => {
    await loseReply(stage, mirror, 'reset-before')
    expect(await mirror.writes.intents([key])).toMatchObject([{ slug }])
    await rename('Rolle')
    mirror.pass(writeGraceMs)
    await sync(mirror)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
    expect((await verify(mirror)).findings).toEqual([])
  })

  test('is bound after the loss of Redis, although its name led to another slug', async ({
    mirror,
    key,
    slug,
    rename,
    pages,
    lose,
    writesOf,
  }) => {
    await sync(mirror)
    await rename('Rolle')
    const lost = lose()
    await sync(lost)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
    expect(await snapshotOf(lost, key)).toMatchObject({ slug })
    expect(await writesOf(() => sync(lost))).toBe(0)
    expect((await verify(lost)).findings).toEqual([])
  })

  test('is bound if Redis loses even the result of the search for pages while a run writes', async ({
    mirror,
    slug,
    rename,
    pages,
    lose,
  }) => {
    await sync(mirror)
    await rename('Rolle')
    const lost = lose()
    const { runId } = await plan(lost)
    await startWriting(lost, runId)
    await lost.movedPages.clear()
    await writePages(lost, await inputOf(lost, runId), go)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
  })

  test('is bound after the loss of Redis and a rebuild, which writes nothing', async ({
    mirror,
    key,
    slug,
    rename,
    pages,
    lose,
    writesOf,
  }) => {
    await sync(mirror)
    await rename('Rolle')
    const lost = lose()
    expect(await writesOf(() => rebuild(lost))).toBe(0)
    expect(await snapshotOf(lost, key)).toMatchObject({ slug })
    await sync(lost)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
  })

  test('is bound after the loss of all snapshots of its language', async ({
    stage,
    mirror,
    slug,
    rename,
    pages,
  }) => {
    mirror.listed = stage.gtins.slice()
    await sync(mirror)
    const others = (await pages()).filter((page) => page.slug !== slug)
    await rename('Rolle')
    await stage.redis.del(mirror.keys.heads('de-de'), mirror.keys.bodies('de-de'))
    await sync(mirror)
    expect((await pages()).map((page) => page.slug).toSorted()).toEqual(
      [slug, ...others.map((page) => page.slug)].toSorted(),
    )
  })

  test('is bound by a product run after its snapshot was lost', async ({
    stage,
    mirror,
    key,
    slug,
    rename,
    pages,
  }) => {
    mirror.listed = stage.gtins.slice(0, 2)
    await sync(mirror)
    await rename('Rolle')
    await stage.redis.hdel(mirror.keys.heads('de-de'), key.gtin)
    await sync(mirror)
    expect(await pages()).toHaveLength(2)
    expect(await snapshotOf(mirror, key)).toMatchObject({ slug })
  })

  test('is created with its slug again after an editor deleted it', async ({
    stage,
    mirror,
    slug,
    rename,
    pages,
  }) => {
    await sync(mirror)
    const [page] = await pages()
    await stage.editor.removeForGood(page?.id ?? 0)
    await rename('Rolle')
    await sync(mirror)
    expect(await pages()).toMatchObject([{ slug, title: { raw: 'Rolle' } }])
  })

  test.for(['draft', 'trash'] as const)(
    'has its slug again after its product was gone: %s',
    async (retireTo, { stage, mirror, key, slug, rename, pages, writesOf }) => {
      mirror.policy = { ...mirror.policy, retireTo }
      await sync(mirror)
      await stage.mock.deleteProduct(key.gtin)
      await sync(mirror)
      expect(await pages()).toMatchObject([{ status: retireTo }])
      await rename('Rolle')
      await sync(mirror)
      expect(await pages()).toMatchObject([{ slug, status: 'publish', title: { raw: 'Rolle' } }])
      expect(await writesOf(() => sync(mirror))).toBe(0)
    },
  )
})

test('a page keeps the slug that an editor gave it', async ({ stage, mirror, rename, pages }) => {
  await sync(mirror)
  const [page] = await pages()
  await stage.editor.edit(page?.id ?? 0, { slug: 'unser-band' })
  await rename('Rolle')
  await sync(mirror)
  expect(await pages()).toMatchObject([{ slug: 'unser-band', title: { raw: 'Rolle' } }])
})

describe('another template', () => {
  test('changes no page, and is no reason to hold a run', async ({
    stage,
    mirror,
    slug,
    pages,
    writesOf,
  }) => {
    await sync(mirror)
    mirror.map = mapOf([{ field: 'gtin' }])
    mirror.listed = stage.gtins.slice(0, 2)
    const { verdicts, run } = await sync(mirror)
    expect(verdicts).toEqual([])
    expect(run.counts).toMatchObject({ created: 1, updated: 0 })
    expect((await pages()).map((page) => page.slug)).toEqual([slug, `${stage.gtins[1]}-de-de`])
    expect(await writesOf(() => sync(mirror))).toBe(0)
    expect((await verify(mirror)).findings).toEqual([])
  })

  test('binds the pages of the earlier one after the loss of Redis', async ({
    mirror,
    slug,
    pages,
    lose,
    writesOf,
  }) => {
    await sync(mirror)
    mirror.map = mapOf(itemAndLanguage)
    expect(await writesOf(() => sync(lose()))).toBe(0)
    expect(await pages()).toMatchObject([{ slug }])
  })

  test('is not missed by a mirror that got its slugs later', async ({
    stage,
    mirror,
    key,
    slug,
    pages,
    lose,
  }) => {
    const { map, ...without } = mirror
    await sync(without)
    expect(await pages()).toMatchObject([{ slug: slugOf(key) }])
    mirror.listed = stage.gtins.slice(0, 2)
    await stage.mock.patchProduct(stage.gtins[1] ?? '', 'de-de', { name: 'Rolle' })
    await sync(mirror)
    const slugs = [slugOf(key), `rolle-${stage.gtins[1]}-de-de`]
    expect((await pages()).map((page) => page.slug)).toEqual(slugs)
    const lost = lose()
    await sync(lost)
    expect((await pages()).map((page) => page.slug)).toEqual(slugs)
    expect((await verify(lost)).findings).toEqual([])
    expect(map?.slug).toBeDefined()
    expect(slug).not.toBe(slugOf(key))
  })
})

describe('two products with one item number', () => {
  test('have different slugs', async ({ stage, mirror, pages, writesOf }) => {
    mirror.map = mapOf(itemAndLanguage)
    mirror.listed = stage.gtins.slice(0, 2)
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'A 1' })
    await sync(mirror)
    mirror.pass(writeGraceMs)
    await sync(mirror)
    const slugs = (await pages()).map((page) => page.slug).toSorted()
    expect(slugs).toEqual(['a-1-de-de', expect.stringMatching(/^gtin-\d{13}-de-de$/)])
    expect(await writesOf(() => sync(mirror))).toBe(0)
  })
})

test('a product without the fields of its slug gets the default one', async ({
  stage,
  mirror,
  key,
  pages,
}) => {
  mirror.map = mapOf(itemAndLanguage)
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: '' })
  await sync(mirror)
  expect(await pages()).toMatchObject([{ slug: slugOf(key) }])
})

describe('a page of an editor at the slug', () => {
  test('is reported', async ({ stage, mirror, slug }) => {
    const page = await stage.editor.create({ slug, title: 'Von Hand', status: 'publish' })
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'failed', pageId: page.id })
  })

  test('is adopted', async ({ stage, mirror, key, slug, rename, writesOf }) => {
    mirror.policy = { ...mirror.policy, onSlugTaken: 'adopt' }
    const page = await stage.editor.create({ slug, title: 'Von Hand', status: 'publish' })
    await sync(mirror)
    expect(await snapshotOf(mirror, key)).toMatchObject({ slug, pageId: page.id })
    await rename('Rolle')
    await sync(mirror)
    expect(await snapshotOf(mirror, key)).toMatchObject({ slug, pageId: page.id })
    expect(await writesOf(() => sync(mirror))).toBe(0)
  })
})

test('an undone create is drafted with its slug, and published with it again', async ({
  mirror,
  slug,
  pages,
}) => {
  const { run } = await sync(mirror)
  await undo(mirror, run.id)
  expect(await pages()).toMatchObject([{ slug, status: 'draft' }])
})

test('a new page under an attachment’s slug is numbered, and is found after the loss of Redis', async ({
  stage,
  mirror,
  key,
  slug,
  pages,
  lose,
  writesOf,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { parents } = await inputOf(mirror, runId)
  await stage.editor.uploadPng(slug, await drawPng(), parents['de-de'])
  await apply(mirror, runId)
  expect(await pages()).toMatchObject([{ slug: `${slug}-2` }])
  expect(await snapshotOf(mirror, key)).toMatchObject({ slug })
  const lost = lose()
  expect(await writesOf(() => sync(lost))).toBe(0)
  expect(await snapshotOf(lost, key)).toMatchObject({ slug })
})

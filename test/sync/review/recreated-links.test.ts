import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { openLinks } from '../../helpers/sync/language-links.ts'
import { apply, go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  languages: 'de-de,en-gb,fr-fr',
  mirror: { policy: { maxRetireShare: 1, maxUpdateShare: 1, retireAfterMisses: 1 } },
}).extend('links', ({ stage }) => openLinks(stage, stage.gtins[0] ?? ''))

test('a page that an editor deleted and the partner’s change recreates is linked again by the same run', async ({
  stage,
  mirror,
  links,
}) => {
  const observe = () => observePages(mirror, '2026-11-20-9', go)
  await observe()
  await sync(mirror)
  await observe()
  await stage.editor.removeForGood((await links.pageIn('fr-fr')).id)
  await observe()
  await sync(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
  expect((await sync(mirror)).run.counts).toMatchObject({ records: 6, created: 1, updated: 2, unchanged: 3 })
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
  expect(await links.linkedFrom('fr-fr')).toEqual(['de-de', 'en-gb'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
})

test('one that cannot be created again is unlinked by the run after', async ({ stage, mirror, links }) => {
  const observe = () => observePages(mirror, '2026-11-20-9', go)
  await observe()
  await sync(mirror)
  await observe()
  const { id, slug, parent } = await links.pageIn('fr-fr')
  await stage.editor.removeForGood(id)
  await observe()
  await stage.editor.create({ slug, parent, status: 'publish' })
  await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
  expect((await sync(mirror)).run.counts).toMatchObject({ created: 0, failed: 1 })
  await sync(mirror)
  expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
  expect(await links.quietly(() => sync(mirror))).toBe(0)
})

test.for(['trash', 'delete', 'draft'] as const)(
  'a page that an editor had put in the trash is no longer linked after the run in which its product returns, RETIRE_TO=%s',
  async (retireTo, { stage, mirror, links }) => {
    mirror.policy = { ...mirror.policy, retireTo }
    await sync(mirror)
    await stage.editor.trash((await links.pageIn('fr-fr')).id)
    const { listed } = mirror
    mirror.listed = listed.filter((gtin) => gtin !== links.gtin)
    await sync(mirror)
    mirror.listed = listed
    await sync(mirror)
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  },
)

test.for(['keep', 'notice'] as const)(
  'a page that an editor hides after its retirement with RETIRE_TO=%s is not linked when its product returns',
  async (retireTo, { stage, mirror, links }) => {
    mirror.policy = { ...mirror.policy, retireTo }
    const observe = () => observePages(mirror, '2026-11-20-9', go)
    await observe()
    await sync(mirror)
    await observe()
    await stage.mock.deleteProduct(links.gtin, 'fr-fr')
    await sync(mirror)
    await stage.editor.edit((await links.pageIn('fr-fr')).id, { status: 'draft' })
    await observe()
    await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
    await sync(mirror)
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  },
)

test.for([
  ['publish', ['en-gb', 'fr-fr']],
  ['draft', ['en-gb']],
] as const)(
  'one that an editor makes %s in the meantime has links as visitors see it',
  async ([status, linked], { stage, mirror, links }) => {
    const observe = () => observePages(mirror, '2026-11-20-9', go)
    await observe()
    await sync(mirror)
    await observe()
    const { id } = await links.pageIn('fr-fr')
    await stage.editor.trash(id)
    const { listed } = mirror
    mirror.listed = listed.filter((gtin) => gtin !== links.gtin)
    await observe()
    await sync(mirror)
    await stage.editor.edit(id, { status })
    mirror.listed = listed
    await observe()
    await sync(mirror)
    expect(await links.linkedFrom('de-de')).toEqual(linked)
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  },
)

test.for(['trash', 'draft'] as const)(
  'a page with the status %s that is unknown since Redis lost its data is not linked by the run that finds it',
  async (retireTo, { stage, mirror, links }) => {
    mirror.policy = { ...mirror.policy, retireTo }
    await sync(mirror)
    await stage.mock.deleteProduct(links.gtin, 'fr-fr')
    await sync(mirror)
    await stage.redis.del(...(await stage.redis.keys(`${mirror.keys.prefix}*`)))
    await apply(mirror, (await plan(mirror, 'rebuild')).runId)
    await stage.mock.patchProduct(links.gtin, 'fr-fr', { intro: 'Retour' })
    await stage.mock.patchProduct(links.gtin, 'de-de', { intro: 'Neu' })
    expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { created: 0 } })
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  },
)

test.for(['keep', 'adopt'] as const)(
  'a page that is deleted before an update of its links is not created again (its slug: %s)',
  async (slug, { stage, mirror, links }) => {
    mirror.policy = { ...mirror.policy, onSlugTaken: slug === 'adopt' ? 'adopt' : 'report' }
    await sync(mirror)
    await stage.mock.deleteProduct(links.gtin, 'fr-fr')
    const german = await links.pageIn('de-de')
    const { runId } = await plan(mirror)
    await stage.editor.removeForGood(german.id)
    if (slug === 'adopt') await stage.editor.create({ slug: german.slug, parent: german.parent })
    const { run, outcomes } = await apply(mirror, runId)
    expect(run.counts).toMatchObject({ created: 0, updated: 1, retired: 1, failed: 1 })
    const outcome = outcomes.get(`${links.gtin}/de-de`)
    expect(outcome).toMatchObject({ result: 'failed', reasons: [{ code: 'vanished' }] })
    const pages = await stage.editor.recordPages()
    expect(pages.filter(({ content }) => content.raw.includes(`gtin-${links.gtin} lang-de-de`))).toEqual([])
  },
)

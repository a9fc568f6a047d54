import { expect } from 'vitest'
import { sizesLinked } from '../../../src/core/page/links.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { clearStaleLinks } from '../../../src/sync/review/plan-language-links.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { jsonLdFaults, jsonLdIn } from '../../helpers/content/schema-org.ts'
import { staleOf } from '../../helpers/sync/language-links.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, inputOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const languages = ['de-de', 'en-gb']

const test = withMirror({
  gtins: 5,
  languages: languages.join(','),
  mirror: {
    familyBy: 'erp_id',
    policy: { maxRetireShare: 1, maxUpdateShare: 1, retireAfterMisses: 1 },
  },
}).extend('family', ({ stage, mirror }) => openFamily(stage, mirror))

/** The first three products are a family of tapes, and the others have no family. */
async function openFamily(stage: Stage, mirror: Mirror) {
  const [narrow = '', wide = '', third = '', alone = '', ...others] = mirror.listed
  const set = async (gtin: string, fields: Record<string, unknown>) => {
    for (const language of languages) await stage.mock.patchProduct(gtin, language, fields)
  }
  for (const [gtin, width] of [
    [narrow, 60],
    [wide, 100],
    [third, 80],
  ] as const)
    await set(gtin, { erp_id: 'tape', name: `Tape ${width} mm` })
  for (const gtin of [alone, ...others]) await set(gtin, { erp_id: '', name: `Other ${gtin}` })
  const pageOf = async (gtin: string, language = 'de-de') => {
    const pages = await stage.editor.recordPages()
    const page = pages.find(({ slug }) => slug === `gtin-${gtin}-${language}`)
    if (page === undefined) throw new Error(`no page of ${gtin}`)
    return page
  }
  const linksOf = async (gtin: string, language?: string) =>
    sizesLinked((await pageOf(gtin, language)).content.raw)?.links ?? []
  return {
    narrow,
    wide,
    third,
    alone,
    set,
    pageOf,
    linksOf,
    labelsOf: async (gtin: string, language?: string) =>
      (await linksOf(gtin, language)).map(({ label }) => label),
    /** The number of writes to the CMS during the work. */
    async writesOf(work: () => Promise<unknown>) {
      await stage.mock.zeroStats()
      await work()
      return (await stage.mock.stats()).cmsWrites.total
    },
  }
}

test('a first sync links the other sizes in each language, writes no page twice, and the links work', async ({
  stage,
  mirror,
  family,
}) => {
  // Ten pages, the root and two languages.
  expect(await family.writesOf(() => sync(mirror))).toBe(13)
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm', '100 mm'])
  expect(await family.labelsOf(family.wide, 'en-gb')).toEqual(['60 mm', '80 mm'])
  expect(await family.labelsOf(family.alone)).toEqual([])
  const { raw } = (await family.pageOf(family.third)).content
  expect(raw).toContain('Weitere Größen')
  for (const [index, { url }] of (await family.linksOf(family.third)).entries()) {
    const page = await (await fetch(url)).text()
    expect(page).toContain(`gtin-${[family.narrow, family.wide][index]} lang-de-de`)
  }
  const data = jsonLdIn(raw)
  expect(data.map(jsonLdFaults)).toEqual([[]])
  expect(data).toMatchObject([
    { isVariantOf: { '@type': 'ProductGroup', name: 'Tape', productGroupID: 'tape' } },
  ])
  expect(await staleOf(mirror)).toEqual([])
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a product that joins a family is linked by all its members in the same run, which no guard counts', async ({
  mirror,
  family,
}) => {
  await sync(mirror)
  mirror.policy.maxUpdateShare = 0.2
  await family.set(family.alone, { erp_id: 'tape', name: 'Tape 70 mm' })
  const { run, verdicts, outcomes } = await sync(mirror)
  expect(verdicts).toEqual([])
  expect(run.counts).toMatchObject({ updated: 8, unchanged: 2, failed: 0 })
  expect(outcomes.get(`${family.narrow}/de-de`)).toMatchObject({ result: 'updated', fields: ['sizes'] })
  expect(await family.labelsOf(family.narrow)).toEqual(['70 mm', '80 mm', '100 mm'])
  expect(await family.labelsOf(family.alone)).toEqual(['60 mm', '80 mm', '100 mm'])
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
})

test('a new product is linked at its own address', async ({ mirror, family }) => {
  const all = mirror.listed
  mirror.listed = all.filter((gtin) => gtin !== family.third)
  await sync(mirror)
  expect(await family.labelsOf(family.narrow)).toEqual(['100 mm'])
  mirror.listed = all
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ created: 2, updated: 4 })
  const { link } = await family.pageOf(family.third)
  expect(await family.linksOf(family.narrow)).toContainEqual({ url: link, label: '80 mm' })
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
})

test('a product that leaves a family is unlinked, and its page links no other size', async ({
  mirror,
  family,
}) => {
  await sync(mirror)
  await family.set(family.wide, { erp_id: 'other' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 6, failed: 0 })
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm'])
  expect(await family.labelsOf(family.wide)).toEqual([])
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a renamed product has another label on the pages of its family', async ({ mirror, family }) => {
  await sync(mirror)
  await family.set(family.wide, { name: 'Tape 50 mm' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 6 })
  expect(await family.labelsOf(family.narrow)).toEqual(['50 mm', '80 mm'])
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
})

test('a page that moves or is hidden by an editor is linked at its URL, or not at all', async ({
  stage,
  mirror,
  family,
}) => {
  await sync(mirror)
  await observePages(mirror, '2026-11-20-8', go)
  const { id } = await family.pageOf(family.wide)
  await stage.editor.edit(id, { slug: 'wide-tape' })
  const { run } = await observedSync(mirror)
  expect(run.counts.failed).toBe(0)
  expect((await family.linksOf(family.narrow)).at(-1)?.url).toMatch(/\/wide-tape\/$/)
  await stage.editor.edit(id, { status: 'draft' })
  await observedSync(mirror)
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm'])
  expect(await family.writesOf(() => observedSync(mirror))).toBe(0)
})

test('a retired product is unlinked, but not after one night without it', async ({
  stage,
  mirror,
  family,
}) => {
  await sync(mirror)
  mirror.policy.retireAfterMisses = 2
  for (const language of languages) await stage.mock.deleteProduct(family.wide, language)
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
  mirror.pass(24 * 3_600_000)
  expect((await sync(mirror)).run.counts).toMatchObject({ retired: 2, updated: 4 })
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm'])
  expect(await family.writesOf(() => sync(mirror))).toBe(0)
  await family.set(family.wide, { intro: 'Zurück' })
  expect((await sync(mirror)).run.counts).toMatchObject({ restored: 2, updated: 4 })
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm', '100 mm'])
})

test('an editor’s edits among the other sizes stay when a size is added', async ({
  stage,
  mirror,
  family,
}) => {
  await sync(mirror)
  const page = await family.pageOf(family.narrow)
  await stage.editor.edit(page.id, {
    content: page.content.raw
      .replace('>Weitere Größen<', '>Alle Breiten<')
      .replace('>80 mm<', '>Die mit 80 mm<'),
  })
  await family.set(family.alone, { erp_id: 'tape', name: 'Tape 70 mm' })
  await observedSync(mirror)
  expect((await family.pageOf(family.narrow)).content.raw).toContain('>Alle Breiten<')
  expect(await family.labelsOf(family.narrow)).toEqual(['70 mm', 'Die mit 80 mm', '100 mm'])
  expect(await family.writesOf(() => observedSync(mirror))).toBe(0)
})

test('verify finds no outdated label of a size whose page cannot be written', async ({
  stage,
  mirror,
  family,
}) => {
  await sync(mirror)
  const { id } = await family.pageOf(family.wide)
  await family.set(family.wide, { name: 'Tape 120 mm' })
  const unreadable = { side: 'cms', method: 'GET', kind: 'status', status: 500, as: 'html' } as const
  await stage.mock.faults([
    { ...unreadable, path: `/cms/v2/pages/${id}` },
    { ...unreadable, path: '/cms/v2/pages', holds: String(id) },
  ])
  const { outcomes } = await sync(mirror)
  await stage.mock.clearFaults()
  expect(outcomes.get(`${family.wide}/de-de`)).toMatchObject({ result: 'failed' })
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm', '120 mm'])
  expect((await verify(mirror)).findings).toEqual([])
  expect(await family.writesOf(() => sync(mirror))).toBe(1)
  expect((await family.pageOf(family.wide)).title.raw).toBe('Tape 120 mm')
})

test('an undo restores the earlier sizes', async ({ mirror, family }) => {
  await sync(mirror)
  await family.set(family.alone, { erp_id: 'tape', name: 'Tape 70 mm' })
  const { run } = await sync(mirror)
  await undo(mirror, run.id)
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm', '100 mm'])
  expect(await family.labelsOf(family.alone)).toEqual([])
})

test('after Redis lost its data, a rebuild finds the families, and the next sync writes nothing', async ({
  stage,
  mirror,
  family,
}) => {
  await sync(mirror)
  const fresh = stage.openMirror({ familyBy: 'erp_id', policy: mirror.policy })
  fresh.listed = mirror.listed
  await rebuild(fresh)
  expect(await family.writesOf(() => sync(fresh))).toBe(0)
  await family.set(family.alone, { erp_id: 'tape', name: 'Tape 70 mm' })
  await sync(fresh)
  expect(await family.labelsOf(family.narrow)).toEqual(['70 mm', '80 mm', '100 mm'])
})

test('the value of a catalogue column makes a family, too', async ({ stage, family }) => {
  const mirror = stage.openMirror({ familyBy: 'catalog.series' })
  for (const gtin of [family.narrow, family.alone]) mirror.columns.set(gtin, { series: 'A' })
  await sync(mirror)
  expect(await family.labelsOf(family.narrow)).toEqual([`Other ${family.alone}`])
  expect(await family.labelsOf(family.wide)).toEqual([])
})

test('a column that the catalogue does not have ends the run before a write', async ({ stage, family }) => {
  const mirror = stage.openMirror({ familyBy: 'catalog.serie' })
  mirror.columns.set(family.narrow, { series: 'A' })
  const work = async () => {
    await expect(sync(mirror)).rejects.toThrow(
      'The catalogue has no column serie, which FAMILY_BY names as catalog.serie. Did you mean series?',
    )
  }
  expect(await family.writesOf(work)).toBe(0)
})

test('without FAMILY_BY, no page links another size, and Redis has no families', async ({
  stage,
  family,
}) => {
  const mirror = stage.openMirror()
  await sync(mirror)
  expect(await family.labelsOf(family.narrow)).toEqual([])
  expect(await stage.redis.keys(`${mirror.keys.prefix}*{members,families}*`)).toEqual([])
})

test('a changed FAMILY_BY is held like a changed template', async ({ stage, family }) => {
  const mirror = stage.openMirror()
  await sync(mirror)
  const other = stage.openMirror({ familyBy: 'erp_id', keys: mirror.keys })
  const { runId, planned, verdicts } = await plan(other)
  expect(planned).toMatchObject({ update: 10 })
  expect(verdicts).toMatchObject([{ guard: 'template' }])
  await apply(other, runId)
  expect(await family.labelsOf(family.narrow)).toEqual(['80 mm', '100 mm'])
})

async function observedSync(mirror: Mirror) {
  await observePages(mirror, '2026-11-20-9', go)
  return sync(mirror)
}

async function rebuild(mirror: Mirror) {
  const { runId } = await plan(mirror, 'rebuild')
  await startWriting(mirror, runId)
  await writePages(mirror, { ...(await inputOf(mirror, runId)), readOnly: true }, go)
  await clearStaleLinks(mirror)
  await finishRun(mirror, runId)
}

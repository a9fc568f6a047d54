import { expect } from 'vitest'
import { readTemplates } from '../../config/templates.ts'
import { withoutJsonLd } from '../../src/core/markup/json-ld.ts'
import { recordId, type RecordKey } from '../../src/core/record/record.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { earlierTemplate } from '../helpers/content/earlier-template.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { apply, outcomesOf, plan, sync } from '../helpers/sync/sync-run.ts'
import { undo } from '../helpers/sync/undo.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const templates = await readTemplates()
const languages = ['de-de', 'ar-ae']
const withMedia = { media: true }
/** Pages that the version before wrote: without a name, in one column. */
const nameOfBlock = '"metadata":{"name":"Product data (mirrored)"},'

const test = withMirror({
  gtins: 4,
  languages: languages.join(','),
  mirror: { policy: { maxUpdateShare: 1 } },
})

/** A mirror whose pages have the earlier layout. */
async function openEarlier(stage: Stage, mirror: Mirror) {
  for (const gtin of stage.gtins)
    for (const language of languages)
      await stage.mock.patchProduct(gtin, language, { intro: `Band ${gtin}.`, price: '12.30', length: '25' })
  mirror.renderer = createRenderer({ ...templates, numbersWithoutUnit: 'show', template: earlierTemplate })
  await sync(mirror, withMedia)
  for (const { id, content } of await stage.editor.recordPages())
    await stage.editor.edit(id, { content: content.raw.replace(nameOfBlock, '') })
  await sync(mirror, withMedia)
  mirror.renderer = createRenderer({ ...templates, imagePlace: 'hero' })
  const keyOf = (product: number, language = 'de-de'): RecordKey => ({
    gtin: stage.gtins[product] ?? '',
    language,
  })
  return {
    keyOf,
    content: async (key: RecordKey) => (await stage.editor.page(key)).content.raw,
    edit: async (key: RecordKey, text: string | RegExp, instead: string) => {
      const { id, content } = await stage.editor.page(key)
      const edited = content.raw.replace(text, instead)
      expect(edited).not.toBe(content.raw)
      await stage.editor.edit(id, { content: edited })
    },
  }
}

test('a new layout is written to each page once; paragraphs, rows and items that editors changed stay', async ({
  stage,
  mirror,
}) => {
  const { keyOf, content, edit } = await openEarlier(stage, mirror)
  const [paragraph, row, item] = [keyOf(0), keyOf(1), keyOf(2, 'ar-ae')]
  await edit(paragraph, `Band ${paragraph.gtin}.`, 'Unser Band.')
  await edit(row, /(?<=Artikelnummer<\/th><td>)[^<]*/, 'Von Hand')
  await edit(item, /(?<=<li>)[^<]+/, 'Von Hand')
  await stage.mock.patchProduct(row.gtin, 'de-de', { price: '13.10' })

  const { runId, verdicts, planned } = await plan(mirror)
  expect(planned).toMatchObject({ update: 8 })
  expect(verdicts).toMatchObject([{ guard: 'template', count: 8 }])
  const { outcomes } = await apply(mirror, runId, withMedia)
  for (const outcome of outcomes.values()) {
    expect(outcome).toMatchObject({ result: 'updated' })
    expect(outcome).not.toHaveProperty('conflicts')
  }
  const edited = [...outcomes].flatMap(([id, { kept = [] }]) => (kept.length > 0 ? [id] : []))
  expect(edited.toSorted()).toEqual([paragraph, row, item].map(recordId).toSorted())

  for (const { content: page } of await stage.editor.recordPages()) {
    expect(page.raw).toContain('mirror-hero')
    expect(page.raw).toContain(nameOfBlock)
  }
  expect(await content(paragraph)).toContain('<p>Unser Band.</p>')
  expect(withoutJsonLd(await content(paragraph))).not.toContain(`Band ${paragraph.gtin}.`)
  expect(await content(row)).toContain('<td>Von Hand</td>')
  expect(await content(row)).toContain('13,10')
  expect(await content(item)).toContain('>Von Hand<')

  await stage.mock.zeroStats()
  await sync(mirror, withMedia)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('a part that the new layout no longer has stays if an editor changed it, and waits for a decision', async ({
  stage,
  mirror,
}) => {
  const { keyOf, content, edit } = await openEarlier(stage, mirror)
  const key = keyOf(0)
  await edit(key, /(?<=Länge<\/th><td>)[^<]*/, '25 m')
  const { outcomes } = await sync(mirror, withMedia)
  expect(outcomes.get(recordId(key))).toMatchObject({ result: 'updated', conflicts: ['inner'] })
  expect(await content(key)).toContain('<td>25 m</td>')
  expect(await content(key)).toContain('mirror-hero')
  expect(await content(keyOf(1))).not.toContain('Länge')
})

test('an undo restores the earlier layout, with the editors’ changes', async ({ stage, mirror }) => {
  const { keyOf, content, edit } = await openEarlier(stage, mirror)
  const key = keyOf(0)
  await edit(key, `Band ${key.gtin}.`, 'Unser Band.')
  const { run } = await sync(mirror, withMedia)
  const undone = await undo(mirror, run.id)
  expect([...(await outcomesOf(mirror, undone.run.id)).values()].map(({ result }) => result)).toEqual(
    Array.from({ length: 8 }, () => 'undone'),
  )
  expect(await content(key)).toContain('<p>Unser Band.</p>')
  for (const { content: page } of await stage.editor.recordPages())
    expect(page.raw).not.toContain('mirror-hero')
})

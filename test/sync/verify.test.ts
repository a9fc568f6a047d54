import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Finding } from '../../src/core/audit.ts'
import { recordOfPage } from '../../src/core/audit.ts'
import type { RecordKey } from '../../src/core/record.ts'
import { verifyMirror } from '../../src/sync/verify-mirror.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync-deps.ts'
import { sync } from '../helpers/sync-run.ts'
import { pageOf, textsOf } from '../helpers/records.ts'

let stage: Stage
let mirror: Mirror
let key: RecordKey
beforeAll(async () => {
  stage = await openStage({ gtins: 3 })
})
beforeEach(async () => {
  mirror = stage.openMirror()
  key = { gtin: mirror.listed[0] ?? '', language: 'de-de' }
  await sync(mirror)
})
afterEach(() => stage.tidy())
afterAll(() => stage.close())

async function findings(): Promise<Finding[]> {
  const all: Finding[] = []
  for await (const part of verifyMirror(mirror, new AbortController().signal)) all.push(...part)
  return all
}

test('a mirror as we left it gives no finding, and reading it writes nothing', async () => {
  await stage.mock.zeroStats()
  expect(await findings()).toEqual([])
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('an editor’s words in the block are found, words around it are not', async () => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, {
    content: `<!-- wp:paragraph -->\n<p>Davor.</p>\n<!-- /wp:paragraph -->\n\n${page.content.raw}`,
  })
  expect(await findings()).toEqual([])
  await stage.editor.edit(page.id, {
    title: 'Vom Redakteur',
    content: page.content.raw.replace('</h2>', ' neu</h2>'),
  })
  expect(await findings()).toMatchObject([
    { ...key, kind: 'edited', pageId: page.id, detail: 'an editor changed title, inner' },
  ])
})

test('a removed block, another slug and another parent are found', async () => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, { slug: 'anders', parent: 0, content: '<p>Leer.</p>' })
  expect(await findings()).toMatchObject([
    { ...key, kind: 'edited', pageId: page.id, detail: 'its slug and its mirrored block were both removed' },
  ])
  await stage.editor.edit(page.id, { content: page.content.raw })
  const kinds = (await findings()).map(({ kind, detail }) => `${kind}: ${detail}`)
  expect(kinds).toEqual([
    'moved: its slug is anders',
    expect.stringMatching(/^moved: its parent is page 0, not \d+$/),
  ])
})

test('a page that is gone, one in the trash, a twin and somebody else’s page are told apart', async () => {
  const [first = '', second = '', third = ''] = mirror.listed
  const at = (gtin: string) => ({ gtin, language: 'de-de' })
  const gone = await stage.editor.page(at(first))
  const trashed = await stage.editor.page(at(second))
  const kept = await stage.editor.page(at(third))
  await stage.editor.removeForGood(gone.id)
  await stage.editor.trash(trashed.id)
  const foreign = await stage.editor.create({
    slug: `gtin-${first}-de-de`,
    content: '<p>Meins.</p>',
    status: 'publish',
    parent: gone.parent,
  })
  const twin = await stage.editor.create({
    slug: `gtin-${third}-de-de`,
    content: kept.content.raw,
    status: 'publish',
    parent: kept.parent,
  })
  expect(twin.slug).toBe(`gtin-${third}-de-de-2`)
  const found = (await findings()).map(({ gtin, kind, pageId }) => ({ gtin, kind, pageId }))
  expect(found).toHaveLength(4)
  expect(found).toEqual(
    expect.arrayContaining([
      { gtin: first, kind: 'foreign', pageId: foreign.id },
      { gtin: first, kind: 'missing', pageId: gone.id },
      { gtin: second, kind: 'trashed', pageId: trashed.id },
      { gtin: third, kind: 'twin', pageId: twin.id },
    ]),
  )
})

test('a slug’s language is not confused with the engine’s numbering', () => {
  const page = (slug: string) => pageOf(textsOf(), { slug, content: '' })
  const languages = ['es', 'es-419', 'de-de']
  expect(recordOfPage(page('gtin-4006381333931-es-419'), languages)?.language).toBe('es-419')
  expect(recordOfPage(page('gtin-4006381333931-es-2'), languages)?.language).toBe('es')
  expect(recordOfPage(page('gtin-4006381333931-es-419-2__trashed'), languages)?.language).toBe('es-419')
  expect(recordOfPage(page('gtin-4006381333931-xx'), languages)).toBeUndefined()
  expect(recordOfPage(page('about-us'), languages)).toBeUndefined()
})

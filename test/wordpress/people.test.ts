import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PageRow } from './mirror/site.ts'
import { openStage, type Stage } from './mirror/stage.ts'
import { withoutJsonLd } from '../../src/core/markup/json-ld.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const language = 'de-de'
const nothing = { created: 0, updated: 0, retired: 0, restored: 0, failed: 0 }

let stage: Stage
let gtins: string[]

beforeAll(async () => {
  stage = await openStage({ gtins: 8, languages: [language] })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
})
afterAll(() => stage?.close())

test('verify is silent after a first sync: changes that WordPress makes automatically do not count as edits', async () => {
  expect(await stage.sync()).toMatchObject({ exitCode: 0, created: 8, failed: 0 })
  expect(await verify()).toEqual({ code: 0, findings: [] })
})

test('a page that an editor trashed stays in the trash when the partner changes its product', async () => {
  const page = await pageOf(0)
  await stage.rest('DELETE', `/pages/${page.id}`)
  const inTrash = await rowOf(page.id)
  await stage.partner.patchProduct(gtins[0] ?? '', language, { intro: 'Neu, und niemand sieht es.' })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, ...nothing, kept: 1 })
  expect(await rowOf(page.id)).toEqual(inTrash)
})

test('a page that is open in the editor is deferred, and gets the change after the editor has saved', async () => {
  const page = await pageOf(1)
  const typed = `<!-- wp:paragraph -->\n<p>Von uns geprüft.</p>\n<!-- /wp:paragraph -->\n\n${page.content}`
  await nextSecond(page)
  await stage.rest('POST', `/pages/${page.id}/autosaves`, { content: typed })
  await stage.partner.patchProduct(gtins[1] ?? '', language, { intro: 'Während jemand schreibt.' })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, ...nothing, deferred: 1 })
  expect(await pageOf(1)).toEqual(page)

  await stage.rest('POST', `/pages/${page.id}`, { content: typed })
  // Two more pages show the data sheet that changed with the product.
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 3, deferred: 0 })
  const { content } = await pageOf(1)
  expect(content).toContain('<p>Von uns geprüft.</p>')
  expect(content).toContain('Während jemand schreibt.')
})

test('a save that restored an old block is found by verify, and repaired by verify --repair', async () => {
  const old = await pageOf(2)
  await stage.partner.patchProduct(gtins[2] ?? '', language, { intro: 'Der neue Stand.' })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1 })
  await stage.rest('POST', `/pages/${old.id}`, { content: old.content })
  expect((await pageOf(2)).content).not.toContain('Der neue Stand.')

  const { code, findings } = await verify()
  expect({ code, stale: findings.filter(({ kind }) => kind === 'stale') }).toMatchObject({
    code: 9,
    stale: [{ gtin: gtins[2], language, pageId: old.id }],
  })
  await verify(['--repair'])
  expect((await pageOf(2)).content).toContain('Der neue Stand.')
})

test('a conflict keeps the editor’s text until it is resolved', async () => {
  const page = await pageOf(3)
  const edited = page.content.replace(/(?<=Artikelnummer<\/th><td>[^<]*)<\/td>/, ' Von Hand.</td>')
  expect(edited).not.toBe(page.content)
  await stage.rest('POST', `/pages/${page.id}`, { content: edited })
  await stage.partner.patchProduct(gtins[3] ?? '', language, { item_number: 'NEU-1' })
  // The trashed page is kept.
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1, kept: 1, keptEdits: 1 })
  const { content: kept } = await pageOf(3)
  // The data sheet contains the number and is therefore replaced.
  const withoutFiles = (text: string) => text.replaceAll(/-[0-9a-f]{8}\.pdf|mirrored-v1-\w+/g, '')
  expect(withoutFiles(withoutJsonLd(kept))).toBe(withoutFiles(withoutJsonLd(edited)))
  expect(kept).toContain('"sku":"NEU-1"')

  const resolved = await run(['resolve', gtins[3] ?? '', language, 'overwrite'])
  expect(resolved.code).toBe(0)
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1 })
  const { content } = await pageOf(3)
  expect(content).toContain('NEU-1')
  expect(content).not.toContain('Von Hand.')
})

test('undo restores the pages, and the next sync does not repeat the run', async () => {
  const before = await pageOf(4)
  await stage.partner.patchProduct(gtins[4] ?? '', language, { name: 'Ein Versehen' })
  const { runId } = await stage.sync()
  expect((await pageOf(4)).title).toBe('Ein Versehen')
  expect((await run(['undo', runId])).code).toBe(0)
  expect(await pageOf(4)).toMatchObject({ title: before.title, content: before.content })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, ...nothing })
  expect((await pageOf(4)).title).toBe(before.title)
})

test('after a loss of Redis, rebuild writes nothing, and the next sync creates no duplicates', async () => {
  await stage.partner.patchProduct(gtins[4] ?? '', language, { name: (await pageOf(4)).title })
  const renamed = await pageOf(5)
  await stage.rest('POST', `/pages/${renamed.id}`, { slug: 'unser-liebling' })
  // The list of products follows the page to its new URL.
  expect(await stage.sync()).toMatchObject({ exitCode: 0, ...nothing })
  const before = await stage.site.everyRow()
  await stage.loseRedis()
  expect((await run(['rebuild'])).code).toBe(0)
  expect(await stage.site.everyRow()).toEqual(before)
  expect(await stage.sync()).toMatchObject({ exitCode: 0, ...nothing })
  expect(await stage.site.everyRow()).toEqual(before)
})

test('after a loss of Redis without rebuild, a sync is held and mentions rebuild; after approval, it creates no duplicates', async () => {
  const rows = async () => (await stage.site.pages()).map(({ id, slug, status }) => ({ id, slug, status }))
  const before = await rows()
  await stage.loseRedis()
  const { runId, ...held } = await stage.sync()
  expect(held).toMatchObject({ exitCode: 4, state: 'held', created: 0, failed: 0 })
  expect((await run(['status'])).stdout.replaceAll(/\s+/g, ' ')).toContain('Run product-mirror rebuild first')
  expect((await run(['approve', runId])).code).toBe(0)
  expect(await rows()).toEqual(before)
})

function run(args: readonly string[]) {
  return stage.spawn(args).ended
}

async function verify(more: readonly string[] = []) {
  const { code, stdout } = await run(['verify', '--json', ...more])
  type Finding = { kind: string; gtin: string; language: string; pageId: number }
  return { code, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings }
}

function pageOf(index: number): Promise<PageRow> {
  return stage.site.pageAt(`gtin-${gtins[index]}-${language}`)
}

async function rowOf(id: number): Promise<PageRow | undefined> {
  return (await stage.site.pages()).find((page) => page.id === id)
}

/** WordPress stores times in seconds, so an autosave within the second of the last save is not newer. */
async function nextSecond({ modified }: PageRow): Promise<void> {
  const saved = Date.parse(`${modified.replace(' ', 'T')}Z`)
  await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(saved + 1000)
}

import { describe, expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { readOpenDecision } from '../../../src/sync/decisions/list-decisions.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { jsonLdIn } from '../../helpers/content/schema-org.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const renderer = createRenderer({ ...(await readTemplates()), brand: 'ACME' })
const test = withMirror({ gtins: 3, mirror: { renderer, policy: { maxUpdateShare: 1 } } })
  .extend(
    'content',
    ({ stage, key }) =>
      async () =>
        (await stage.editor.page(key)).content.raw,
  )
  .extend('offers', ({ content }) => async () => {
    const [data] = jsonLdIn(await content())
    return Object(data).offers?.price as string | undefined
  })
  .extend('priced', ({ stage, mirror, key }) => async (price: string) => {
    await stage.mock.patchProduct(key.gtin, 'de-de', { price })
    return sync(mirror)
  })

const removeScripts = (stage: Stage) =>
  stage.mock.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])

/** Saves every page as it is, as another user does. */
async function saveAll(stage: Stage): Promise<void> {
  for (const { id, content } of await stage.editor.recordPages())
    await stage.editor.editAsColleague(id, { content: content.raw })
}

describe('a page whose JSON-LD the CMS keeps', () => {
  test('gets the new price, and keeps an editor’s paragraph', async ({
    stage,
    key,
    content,
    offers,
    priced,
  }) => {
    await stage.mock.patchProduct(key.gtin, 'de-de', { intro: 'Band für das Dach.' })
    await priced('12.30')
    expect(await offers()).toBe('12.3')
    const { id } = await stage.editor.page(key)
    const text = await content()
    await stage.editor.edit(id, { content: text.replace('<p>Band für das Dach.', '<p>Unser Band.') })
    const { outcomes } = await priced('13.10')
    expect([...outcomes.values()]).toMatchObject([{ result: 'updated', kept: ['inner'] }])
    expect(await offers()).toBe('13.1')
    expect(await content()).toContain('<p>Unser Band.')
  })

  test('stays without it if an editor deletes it, and no decision is required', async ({
    stage,
    mirror,
    key,
    content,
    priced,
  }) => {
    await sync(mirror)
    const { id } = await stage.editor.page(key)
    const text = await content()
    await stage.editor.edit(id, {
      content: text.replace(/\n\n<!-- wp:html -->\n<script[^]*?<!-- \/wp:html -->/, ''),
    })
    for (const price of ['13.10', '14.20']) {
      const { outcomes } = await priced(price)
      expect([...outcomes.values()]).toMatchObject([{ result: 'updated', kept: ['inner'] }])
    }
    expect(await readOpenDecision(mirror, key)).toBeUndefined()
    expect(await content()).not.toContain('schema.org')
    expect(await content()).toContain('14,20')
  })
})

describe('a user who may not write scripts', () => {
  test.beforeEach(({ stage }) => removeScripts(stage))

  test('writes pages without JSON-LD, and nothing is written again', async ({ stage, mirror, content }) => {
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', counts: { created: 3, failed: 0 } })
    expect(await content()).not.toContain('schema.org')
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 3 })
    expect((await verify(mirror)).findings).toEqual([])
    await observePages(mirror, '2026-11-20-9', go)
    await saveAll(stage)
    await observePages(mirror, '2026-11-20-10', go)
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 3 })
  })

  test('sees a preview without it', async ({ mirror, key }) => {
    const preview = await previewPage(mirror, key, go)
    expect(preview).toMatchObject({ ok: true })
    expect(JSON.stringify(preview)).not.toContain('schema.org')
  })
})

describe('a user who loses the right to write scripts', () => {
  test.beforeEach(async ({ stage, priced }) => {
    await priced('12.30')
    await removeScripts(stage)
  })

  test('removes JSON-LD from changed pages, leaves all others as they are, and adds it again later', async ({
    stage,
    mirror,
    content,
    offers,
    priced,
  }) => {
    expect((await priced('13.10')).run.counts).toMatchObject({ updated: 1, unchanged: 2, failed: 0 })
    expect(await content()).not.toContain('schema.org')
    const others = (await stage.editor.recordPages()).filter(({ content: { raw } }) =>
      raw.includes('ld+json'),
    )
    expect(others).toHaveLength(2)
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 3 })
    expect((await verify(mirror)).findings).toEqual([])
    await stage.mock.clearFaults()
    await priced('14.20')
    expect(await offers()).toBe('14.2')
  })

  test('undoes an earlier run without it', async ({ stage, mirror, content, priced }) => {
    await stage.mock.clearFaults()
    const { run } = await priced('13.10')
    await removeScripts(stage)
    expect((await undo(mirror, run.id)).run.counts).toMatchObject({ undone: 1, failed: 0 })
    expect(await content()).toContain('12,30')
    expect(await content()).not.toContain('schema.org')
  })

  test('at the moment of a write gets a failed record, and a page without JSON-LD from the next run', async ({
    mirror,
    content,
    priced,
  }) => {
    const { cms } = mirror
    mirror.cms = { ...cms, mayWriteScripts: async () => true }
    const { outcomes } = await priced('13.10')
    expect([...outcomes.values()]).toMatchObject([
      { result: 'failed', reason: expect.stringContaining('unfiltered_html') },
    ])
    mirror.cms = cms
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, failed: 0 })
    expect(await content()).not.toContain('schema.org')
    expect(await content()).toContain('13,10')
  })
})

test('a create whose JSON-LD became text fails, and the next run removes it', async ({ stage, mirror }) => {
  const { cms } = mirror
  mirror.cms = { ...cms, mayWriteScripts: async () => true }
  await removeScripts(stage)
  expect((await sync(mirror)).run.counts).toMatchObject({ created: 0, failed: 3 })
  mirror.cms = cms
  await sync(mirror)
  const pages = await stage.editor.recordPages()
  expect(pages).toHaveLength(3)
  for (const { content } of pages) expect(content.raw).not.toContain('schema.org')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 3 })
  expect((await verify(mirror)).findings).toEqual([])
})

test('pages whose JSON-LD an editor without the right turned into text are repaired by the next run', async ({
  stage,
  mirror,
  offers,
  priced,
}) => {
  await priced('12.30')
  await observePages(mirror, '2026-11-20-8', go)
  await removeScripts(stage)
  await saveAll(stage)
  expect(await offers()).toBeUndefined()
  await stage.mock.clearFaults()
  await observePages(mirror, '2026-11-20-9', go)
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 3, failed: 0 })
  expect(await offers()).toBe('12.3')
  await observePages(mirror, '2026-11-20-10', go)
  expect((await plan(mirror)).planned).toMatchObject({ update: 0 })
})

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowser } from '../helpers/browser/browser.ts'
import { openEditor } from './editor-blocks.ts'
import type { PageRow } from './mirror/site.ts'
import { openStage, type Stage } from './mirror/stage.ts'

const language = 'de-de'

let stage: Stage
let gtins: string[]

beforeAll(async () => {
  stage = await openStage({ gtins: 60, languages: [language] })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
})
afterAll(() => stage?.close())

test('after a loss of Redis, pages that match their digests are updated, and edits stay', async () => {
  expect(await stage.sync()).toMatchObject({ exitCode: 0, created: 60, failed: 0 })
  for (const gtin of gtins.slice(0, 20))
    await stage.partner.patchProduct(gtin, language, {
      name: `Neuer Name ${gtin}`,
      intro: 'Neue Einleitung.',
      price: '4711.00',
    })
  // Saves without an edit, through the editor and WordPress's HTML filter, of old and current pages.
  await saveThroughEditor(await pagesOf(gtins.slice(15, 25)))
  const edited = await pagesOf(gtins.slice(30, 35))
  for (const [at, { id, content }] of edited.entries())
    await stage.rest(
      'POST',
      `/pages/${id}`,
      at === 0 ? { title: 'Von Hand' } : { content: content.replace(/<p>[^<]*<\/p>/, '<p>Von Hand.</p>') },
    )
  const before = await stage.site.everyRow()
  await stage.loseRedis()

  const rebuilt = await stage.spawn(['rebuild', '--json']).ended
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ unchanged: 55, kept: 5, failed: 0 })
  expect(await stage.site.everyRow()).toEqual(before)
  // The filter also made the JSON-LD of five unchanged pages visible, which is repaired.
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 25, created: 0, kept: 0, failed: 0 })

  const decisions = await stage.spawn(['decisions', '--json']).ended
  expect(JSON.parse(decisions.stdout)).toMatchObject({ decisions: [] })
  for (const [at, { title, content }] of (await pagesOf(gtins.slice(0, 20))).entries()) {
    expect(title).toBe(`Neuer Name ${gtins[at]}`)
    expect(content).toMatch(/Neue Einleitung\.[^]*4\.711/)
  }
  for (const { title, content } of await pagesOf(gtins.slice(30, 35)))
    expect(title + content).toContain('Von Hand')
  // The root page and the page of the language are not products.
  expect(await stage.site.pages()).toHaveLength(62)
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 0, unchanged: 60 })
})

function pagesOf(some: readonly string[]): Promise<PageRow[]> {
  return Promise.all(some.map((gtin) => stage.site.pageAt(`gtin-${gtin}-${language}`)))
}

/** Saves pages as the block editor serializes them, as a user without `unfiltered_html`. */
async function saveThroughEditor(pages: readonly PageRow[]): Promise<void> {
  const browser = await openBrowser()
  const editor = await openEditor(browser, stage.engine)
  await editor.findBadBlocks(pages[0]?.id ?? 0)
  const read = await editor.readContents(pages.map(({ content }) => content))
  expect(read.flatMap(({ bad }) => bad)).toEqual([])
  await editor.close()
  await browser.close()
  const plugins = join(stage.engine.siteFolder, 'wp-content/mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'filter.php'), "<?php define('DISALLOW_UNFILTERED_HTML', true);")
  for (const [at, { id, content }] of pages.entries()) {
    const saved = read[at]?.saved ?? ''
    const { content: stored } = await stage.rest<{ content: { raw: string } }>(
      'POST',
      `/pages/${id}?context=edit`,
      { content: `${saved}\n\n<script>x</script>` },
    )
    expect(stored.raw).not.toBe(content)
    expect(stored.raw).not.toContain('<script>')
    await stage.rest('POST', `/pages/${id}`, { content: stored.raw.replace(/\s*x$/, '') })
  }
  await rm(join(plugins, 'filter.php'))
}

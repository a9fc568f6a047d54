import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Browser, openBrowser } from '../helpers/browser.ts'
import { installBrowser } from '../helpers/install-browser.ts'
import { type BadBlock, type Editor, openEditor } from './editor-blocks.ts'
import { openStage, type Stage } from './mirror/stage.ts'

const atOnce = 2
const languages = ['de-de', 'en-gb']

let stage: Stage
let browser: Browser
const editors: Editor[] = []

beforeAll(async () => {
  await installBrowser()
  stage = await openStage({ gtins: 8, languages })
  await stage.setCatalog(await stage.partner.gtins())
  await stage.sync()
  browser = await openBrowser()
  for (let opened = 0; opened < atOnce; opened++) editors.push(await openEditor(browser, stage.engine))
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('the block editor finds nothing to repair on the pages of 8 products in 2 languages and on their parents', async () => {
  const pages = await stage.site.pages()
  expect(pages).toHaveLength(16 + languages.length + 1)
  const bad: Record<string, BadBlock[]> = {}
  const left = pages.values()
  const judgeRest = async (editor: Editor): Promise<void> => {
    for (const { id, slug } of left) {
      const found = await editor.findBadBlocks(id)
      if (found.length > 0) bad[slug] = found
    }
  }
  await Promise.all(editors.map(judgeRest))
  expect(bad).toEqual({})
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTemplates, templateNames } from '../../config/templates.ts'
import { wrapBlock } from '../../src/core/markup/wrap-block.ts'
import { sameFacts } from '../../src/core/markup/visible-content.ts'
import { createRenderer, type Renderer } from '../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia, samplePages } from '../../src/core/render/template/sample.ts'
import { type Browser, openBrowser } from '../helpers/browser/browser.ts'
import { type Editor, openEditor } from './editor-blocks.ts'
import { type Engine, startEngine } from './engine/start.ts'

let engine: Engine
let browser: Browser
let editor: Editor
beforeAll(async () => {
  engine = await startEngine()
  browser = await openBrowser()
  editor = await openEditor(browser, engine)
})
afterAll(async () => {
  await browser?.close()
  await engine?.stop()
})

const renderers = await Promise.all(
  templateNames.map(async (name) => {
    const templates = await readTemplates(undefined, name)
    return { name, ...createRenderer({ ...templates, numbersWithoutUnit: 'show', imagePlace: 'hero' }) }
  }),
)
const parents = createRenderer(await readTemplates())
const wide = '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td><td></td></tr></table>'

function pageOf({ render }: Pick<Renderer, 'render'>, language: string): string {
  const product = { ...fullProduct, language, limiting_factors: wide }
  return wrapBlock(product, render(product, sampleMedia, samplePages).inner)
}

function listOf(language: string): string {
  const links = ['Band', 'Folie'].map((title, at) => ({
    title,
    note: '',
    url: `https://cms.example/?page_id=${at}`,
  }))
  return parents.renderParent({ kind: 'language', language }, { links, total: 3 }).content
}

test.each([
  ...renderers.flatMap((renderer) => [
    [`a page with everything, by the template ${renderer.name}`, pageOf(renderer, 'de-at')],
    [`a page with everything that is read from right to left, by ${renderer.name}`, pageOf(renderer, 'ar')],
  ]),
  ['a list of products', listOf('de-at')],
  ['a list of products that is read from right to left', listOf('ar')],
] as [string, string][])(
  '%s has no block that the editor would repair, and is stored unchanged',
  async (_, content) => {
    const { id, stored } = await save(content)
    expect(sameFacts(stored, content)).toBe(true)
    expect(stored).toContain('templateLock')
    expect(await editor.findBadBlocks(id)).toEqual([])
  },
)

async function save(content: string): Promise<{ id: number; stored: string }> {
  const response = await fetch(`${engine.apiRoot}/${engine.namespace}/pages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${engine.user}:${engine.password}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Probe', content, status: 'publish' }),
  })
  expect(response.status).toBe(201)
  const body = (await response.json()) as { id: number; content: { raw: string } }
  return { id: body.id, stored: body.content.raw }
}

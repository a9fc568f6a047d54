import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTemplates, templateNames } from '../../config/templates.ts'
import { joinBlocks } from '../../src/core/markup/blocks.ts'
import { wrapBlock } from '../../src/core/markup/wrap-block.ts'
import { sameFacts } from '../../src/core/markup/visible-content.ts'
import { createRenderer, type Renderer } from '../../src/core/render/renderer.ts'
import { fullProduct, sampleLinks, sampleMedia, samplePages } from '../../src/core/render/template/sample.ts'
import { jsonLdFaults, jsonLdIn } from '../helpers/content/schema-org.ts'
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

const everything = { numbersWithoutUnit: 'show', imagePlace: 'hero', banner: 'show' } as const
const renderers = await Promise.all(
  templateNames.map(async (name) => {
    const templates = await readTemplates(undefined, name)
    return { name, ...createRenderer({ ...templates, ...everything }) }
  }),
)
const parents = createRenderer(await readTemplates())
const wide = '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td><td></td></tr></table>'

function pageOf({ render }: Pick<Renderer, 'render'>, language: string): string {
  const product = { ...fullProduct, language, limiting_factors: wide }
  return wrapBlock(product, render(product, sampleMedia, sampleLinks).inner)
}

/** A page that is retired with a notice. */
function retiredOf(language: string): string {
  const product = { ...fullProduct, language }
  const notice = parents.renderNotice(language, {
    title: 'Band “Neu”',
    url: 'https://cms.example/?page_id=7',
  })
  return wrapBlock(product, joinBlocks([notice, parents.render(product, sampleMedia, samplePages).inner]))
}

function listOf(language: string, total = 4, groups: readonly string[] = []): string {
  const entries = ['Band', 'Ecke', 'Folie', '[Kelle] <1>'].map((title, at) => ({
    title,
    url: `https://cms.example/?page_id=${at}`,
    itemNumber: at === 1 ? '' : `10-${at}`,
    gtin: '',
    group: groups[at % groups.length] ?? '',
    ...(at > 1 && { media: { ...sampleMedia('a.jpg'), ...(at > 2 && { medium }) } }),
  }))
  return parents.renderParent({ kind: 'language', language }, { kind: 'products', entries, total }).content
}

const medium = { url: 'https://cms.example/image-300x200.jpg', width: 300, height: 200 }
const languages = ['ar', 'de-de', 'en-gb', 'pl-pl'].map((language, at) => ({
  language,
  url: `https://cms.example/${language}/`,
  products: 10 ** at,
}))
const root = parents.renderParent({ kind: 'root' }, { kind: 'languages', entries: languages }).content

test.each([
  ...renderers.flatMap((renderer) => [
    [`a page with everything, by the template ${renderer.name}`, pageOf(renderer, 'de-at')],
    [`a page with everything that is read from right to left, by ${renderer.name}`, pageOf(renderer, 'ar')],
  ]),
  ['a page with a notice', retiredOf('de-at')],
  ['a page with a notice that is read from right to left', retiredOf('ar')],
  ['a list of products', listOf('de-at')],
  ['a list of products that is read from right to left', listOf('ar')],
  ['a list of more products than are shown', listOf('de-at', 5)],
  ['a list of products by letter', listOf('de-at', 201)],
  ['a list of products by letter that is read from right to left', listOf('ar', 201)],
  ['a list of products by group', listOf('de-at', 4, ['Bänder', ''])],
  ['a list of products by group that is read from right to left', listOf('ar', 201, ['A', 'B', 'C', ''])],
  ['a list of languages', root],
] as [string, string][])(
  '%s has no block that the editor would repair, and is stored unchanged',
  async (_, content) => {
    const { id, stored } = await save(content)
    expect(sameFacts(stored, content)).toBe(true)
    expect(stored).toContain('templateLock')
    expect(await editor.findBadBlocks(id)).toEqual([])
  },
)

test.each(['de-at', 'ar'])(
  'an editor’s save keeps the JSON-LD of a page in %s byte for byte',
  async (language) => {
    const content = pageOf(parents, language)
    const { id, stored } = await save(content)
    expect(await editor.findBadBlocks(id)).toEqual([])
    const [reading] = await editor.readContents([stored])
    const script = /<!-- wp:html -->\n<script[^]*?<\/script>\n<!-- \/wp:html -->/
    expect(script.exec(String(reading?.saved))?.[0]).toBe(script.exec(content)?.[0])
    expect(jsonLdIn(String(reading?.saved)).map(jsonLdFaults)).toEqual([[]])
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

import { afterAll, beforeAll, expect, test } from 'vitest'

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

const broken = '<!-- wp:heading -->\n<h3>Vorteile</h3>\n<!-- /wp:heading -->'
const paragraph = '<!-- wp:paragraph -->\n<p>Schlägt und bohrt.</p>\n<!-- /wp:paragraph -->'

test('a locked group with well-formed blocks has no bad block', async () => {
  expect(await badBlocksOf(group(paragraph))).toEqual([])
})

test('a block inside a group whose markup differs from what the editor would save is found', async () => {
  const found = await badBlocksOf(group(`${paragraph}\n\n${broken}`))
  expect(found).toMatchObject([{ problem: 'invalid', name: 'core/heading' }])
  expect(found[0]?.reasons.join('\n')).toContain('h3')
})

test('bad blocks are shown as warnings in their places', async () => {
  await badBlocksOf(group(paragraph))
  expect(await editor.findWarnings()).toEqual([])
  const unknown = '<!-- wp:shop/price -->\n<p>1 €</p>\n<!-- /wp:shop/price -->'
  await badBlocksOf(group([broken, paragraph, unknown].join('\n\n')))
  expect(await editor.findWarnings()).toEqual([
    expect.stringContaining('invalid content'),
    expect.stringContaining('shop/price'),
  ])
})

test('content is judged without a page, together with the result of a save', async () => {
  await badBlocksOf('')
  const spaced = group(paragraph).replace('"remove":true}', '"remove": true }')
  const [good, bad, other] = await editor.readContents([group(paragraph), group(broken), spaced])
  expect(good).toEqual({ bad: [], saved: group(paragraph) })
  expect(bad?.bad).toMatchObject([{ problem: 'invalid', name: 'core/heading' }])
  expect(other).toEqual({ bad: [], saved: group(paragraph) })
})

test('an attribute of the wrapper that the editor does not know makes the group itself invalid', async () => {
  const found = await badBlocksOf(group(paragraph).replace('<div ', '<div lang="de" '))
  expect(found).toMatchObject([{ problem: 'invalid', name: 'core/group' }])
})

test('a block of a type that WordPress does not have is found by the name in its markup', async () => {
  const found = await badBlocksOf(group('<!-- wp:shop/price -->\n<p>1 €</p>\n<!-- /wp:shop/price -->'))
  expect(found).toEqual([{ problem: 'unknown', name: 'shop/price', reasons: [] }])
})

test('an empty page has no bad block', async () => {
  expect(await badBlocksOf('')).toEqual([])
})

test('a wrong password is rejected', async () => {
  await expect(openEditor(browser, { ...engine, loginPassword: 'wrong' })).rejects.toThrow(
    /refused to log admin in/,
  )
})

function group(children: string): string {
  const names = 'product-mirror gtin-4006381333931 lang-de-de'
  const attributes = { templateLock: 'contentOnly', lock: { move: true, remove: true }, className: names }
  return [
    `<!-- wp:group ${JSON.stringify(attributes)} -->`,
    `<div class="wp-block-group ${names}">${children}</div>`,
    '<!-- /wp:group -->',
  ].join('\n')
}

async function badBlocksOf(content: string) {
  const response = await fetch(`${engine.apiRoot}/${engine.namespace}/pages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${engine.user}:${engine.password}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Probe', content }),
  })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: number }
  return editor.findBadBlocks(id)
}

import { afterAll, beforeAll, expect, test } from 'vitest'

import { mergeInner } from '../../src/core/merge/merge-units.ts'
import { heading, image, joinBlocks, list, paragraph, textTable } from '../../src/core/markup/blocks.ts'
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
  // The content is parsed on an open page.
  await editor.findBadBlocks(2)
})
afterAll(async () => {
  await browser?.close()
  await engine?.stop()
})

const items = (...lines: string[]) =>
  list({ ordered: false, items: lines.map((html) => ({ line: { html }, lists: [] })) })
const picture = (alt: string) =>
  image({ id: 7, url: 'https://cms.example/uploads/tape.jpg', alt, size: 'large' })
const own = joinBlocks([
  heading(2, 'Advantages'),
  paragraph('Tape for roofs and walls. Sticks to wood in winter.'),
  items('Dry', 'Strong on stone'),
  textTable([
    ['Width', '60 mm'],
    ['Length', '25 m'],
  ]),
  picture('Tape'),
])
const wanted = joinBlocks([
  heading(2, 'Your advantages'),
  paragraph('Tape for roofs and walls.'),
  paragraph('Sticks to wood in winter.'),
  items('Dry', 'Very strong on stone', 'Cheap'),
  textTable([
    ['Width', '80 mm'],
    ['Weight', '2 kg'],
    ['Length', '25 m'],
  ]),
  picture('A tape'),
])

const invisible = '"metadata":{"blockVisibility":false}'
const withJson = (name: string, json: string, old = '') => [
  `<!-- wp:${name} ${old === '' ? '' : `{${old}} `}-->`,
  `<!-- wp:${name} {${old === '' ? '' : `${old},`}${json}} -->`,
]

type Replacements = readonly (readonly string[])[]
const headingJson = '"className":"wp-block-heading"'
const listJson = '"className":"wp-block-list"'
const tableJson = '"hasFixedLayout":true'

test.each<[string, Replacements]>([
  ['a hidden paragraph', [withJson('paragraph', invisible)]],
  ['a hidden heading', [withJson('heading', invisible, headingJson)]],
  ['a hidden list', [withJson('list', invisible, listJson)]],
  ['a hidden list item', [withJson('list-item', invisible)]],
  ['a hidden table', [withJson('table', invisible, tableJson)]],
  [
    'a paragraph with a colour, a note and an anchor',
    [
      withJson('paragraph', '"textColor":"red","metadata":{"noteId":7}'),
      ['<p>Tape', '<p class="has-red-color has-text-color" id="tape">Tape'],
    ],
  ],
  [
    'a hidden paragraph with a class of a plugin',
    [withJson('paragraph', '"className":"hide-on-phones"'), ['<p>Tape', '<p class="hide-on-phones">Tape']],
  ],
  [
    'a table with stripes and without even columns',
    [
      [
        `<!-- wp:table {${tableJson}} -->`,
        '<!-- wp:table {"hasFixedLayout":false,"className":"is-style-stripes"} -->',
      ],
      [
        '<figure class="wp-block-table"><table class="has-fixed-layout">',
        '<figure class="wp-block-table is-style-stripes"><table>',
      ],
    ],
  ],
  [
    'an image with rounded corners',
    [
      ['"linkDestination":"none"', '"linkDestination":"none","className":"is-style-rounded"'],
      [
        '<figure class="wp-block-image size-large">',
        '<figure class="wp-block-image size-large is-style-rounded">',
      ],
    ],
  ],
  [
    'a paragraph in a hidden group',
    [
      [
        '<!-- wp:paragraph -->',
        `<!-- wp:group {${invisible}} -->\n<div class="wp-block-group"><!-- wp:paragraph -->`,
      ],
      ['<!-- /wp:paragraph -->', '<!-- /wp:paragraph --></div>\n<!-- /wp:group -->'],
    ],
  ],
])('the editor repairs nothing in %s after an update by the partner', async (_, replacements) => {
  let current = own
  for (const [text = '', instead = ''] of replacements) {
    expect(current).toContain(text)
    current = current.replace(text, instead)
  }
  const { inner } = mergeInner({ base: own, current, wanted }, 'keep')
  expect(inner).not.toBe(current)
  const [before, after] = await editor.readContents([current, inner])
  expect(before?.bad).toEqual([])
  expect(after?.bad).toEqual([])
  for (const mark of current.match(
    /blockVisibility|noteId|has-red-color|id="tape"|is-style-\w+|hide-on-phones/g,
  ) ?? [])
    expect(inner).toContain(mark)
})

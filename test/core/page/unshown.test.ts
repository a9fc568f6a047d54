import { expect, test } from 'vitest'
import { comparePage } from '../../../src/core/page/compare-page.ts'
import { explainUnshown } from '../../../src/core/page/unshown.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { key, pageOf, snapshotOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const content = wrapBlock(key, '<p>x</p>')
const shown = `<div class="wp-block-group gtin-${key.gtin} lang-de-de"><p>x</p></div>`

test.each([
  ['<div class="elementor elementor-7">Other</div>', /it is built with Elementor/],
  ['<div class="et_pb_section">Other</div>', /it is built with Divi/],
  ['<div class="fl-builder">Other</div>', /it is built with Beaver Builder/],
  ['<div class="vc_row">Other</div>', /it is built with WPBakery/],
  ['<div class="brxe-section">Other</div>', /it is built with Bricks/],
  ['<p>Other</p>', /a page builder, a plug-in or the theme shows other content/],
  [' \n', /the CMS shows no content/],
])('a page whose visitors see %j is not shown', (rendered, why) => {
  expect(explainUnshown(readPage(key, { content, rendered }))).toMatch(why)
})

test.each([
  ['visitors see the block', { content, rendered: shown }],
  ['the visible content is unknown', { content }],
  ['a password protects the page', { content, rendered: '', hasPassword: true }],
  ['the block is missing', { content: '<p>x</p>', rendered: '<p>x</p>' }],
  [
    'an editor hid the block',
    { content: content.replace('{', '{"metadata":{"blockVisibility":false},'), rendered: '' },
  ],
])('nothing is reported if %s', (_, page) => {
  expect(explainUnshown(readPage(key, page))).toBeUndefined()
})

test('verify reports a page whose block visitors do not see', () => {
  const page = { ...pageOf(), rendered: '<div class="elementor">Other</div>' }
  expect(comparePage(readPage(key, page), { snapshot: snapshotOf(), parent: 3 })).toMatchObject([
    { kind: 'invisible' },
  ])
})

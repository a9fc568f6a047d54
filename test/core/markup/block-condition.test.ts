import { expect, test } from 'vitest'
import { blockCondition } from '../../../src/core/markup/block-condition.ts'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { key } from '../../helpers/content/records.ts'

const inner = '<p>Kleben.</p>'
const block = wrapBlock(key, inner)
const unlocked = block.replace('"templateLock":"contentOnly","lock":{"move":true,"remove":true},', '')
const nothing = wrapBlock(key, '<div> </div>\n<!-- wp:paragraph -->')

test.each([
  ['ok', block, inner],
  ['ok', `<p>davor</p>${block}`, inner],
  ['ok', block.replace('"templateLock":"contentOnly",', ''), inner],
  ['ok', block.replace('"lock":{"move":true,"remove":true},', ''), inner],
  ['ok', `<!-- wp:paragraph --><p>davor</p><!-- /wp:paragraph -->${block}`, inner],
  ['unlocked', unlocked, inner],
  ['unlocked', unlocked.replace(inner, wrapBlock({ ...key, language: 'en' }, inner)), inner],
  ['emptied', wrapBlock(key, ''), inner],
  ['emptied', nothing.replace('<!-- wp:paragraph -->', ''), inner],
  ['emptied', unlocked.replace(inner, ''), inner],
  ['ok', wrapBlock(key, ''), ''],
  ['missing', '', inner],
  ['duplicate', block + block, inner],
  ['broken', nothing, inner],
])('the block is %s on a page with %s', (condition, content, base) => {
  expect(blockCondition(content, findBlock(content, key), base)).toBe(condition)
})

import { expect, test } from 'vitest'
import { withName } from '../../../src/core/markup/block-name.ts'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { replaceBlock } from '../../../src/core/merge/text-digests.ts'
import { composeUpdate } from '../../../src/core/page/compose.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const name = '"metadata":{"name":"Product data (mirrored)"},'
const texts = textsOf()
const block = wrapBlock(key, texts.inner)
const earlier = block.replace(name, '')

/** The block after a write of the mirror. */
function rewritten(content: string): string {
  const place = findBlock(content, key)
  if (place.state !== 'ok') throw new Error(place.state)
  return replaceBlock(content, place, { inner: texts.inner, ours: texts })
}

test('the mirrored block has a name for the list view of the editor', () => {
  expect(block).toContain(`"lock":{"move":true,"remove":true},${name}"className":"product-mirror`)
})

test('a block of an earlier version gets the name with the next write, and nothing else changes', () => {
  expect(rewritten(earlier)).toBe(rewritten(block))
})

test('a block without a name does not count as edited and is not written for the name', () => {
  const page = readPage(key, pageOf(texts, { content: earlier }))
  expect(composeUpdate(page, { base: texts, wanted: texts }, 'keep')).toMatchObject({
    body: {},
    merge: { kept: [], conflicts: [] },
  })
})

test.each([
  ['a name', '"metadata":{"name":"Unser Band"},'],
  ['a name that was removed', '"metadata":{},'],
  ['another setting', '"metadata":{"blockVisibility":false},'],
])('%s from an editor stays', (_, metadata) => {
  expect(rewritten(block.replace(name, metadata))).toContain(metadata)
})

test('a head without a place for the name is unchanged', () => {
  expect(withName('<div>')).toBe('<div>')
  const nested = '<!-- wp:group {"style":{"className":"a"}} -->\n<div>'
  expect(withName(nested)).toBe(nested)
})

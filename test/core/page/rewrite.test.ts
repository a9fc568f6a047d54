import { describe, expect, test } from 'vitest'
import { blockOf, composeUpdate } from '../../../src/core/page/compose.ts'
import { digestOfText } from '../../../src/core/page/text-digests.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const parts = (first: string, second: string) => `<p>${first}</p>\n\n<p>${second}</p>`
const base = textsOf({ inner: parts('Kleben.', 'Trocken.') })

describe('a page that is written again', () => {
  const written = (inner: string, wanted = base) =>
    composeUpdate(key, pageOf(textsOf({ inner })), { base, wanted, rewrite: true }, 'keep').body.content

  test('gets our markup and the digests of our texts', () => {
    expect(written(base.inner.replaceAll('<p>', '<p class="by-the-engine">'))).toBe(blockOf(key, base))
  })

  test.each([
    ['edited', parts('Von Hand.', 'Trocken.')],
    ['emptied', ''],
  ])('keeps a block that an editor %s', (_, inner) => {
    expect(written(inner)).toBe(blockOf(key, base).replace(base.inner, inner))
  })

  test('keeps a block that an editor and the partner changed in the same place', () => {
    const wanted = textsOf({ inner: parts('Anders kleben.', 'Trocken.') })
    const inner = parts('Von Hand.', 'Trocken.')
    expect(written(inner, wanted)).toBe(blockOf(key, base).replace(base.inner, inner))
  })
})

test('after a merge with a part in conflict, the digest of the block is that of its part of ours and of the new ones', () => {
  const wanted = textsOf({ inner: parts('Anders kleben.', 'Sehr trocken.') })
  const page = pageOf(textsOf({ inner: parts('Von Hand.', 'Trocken.') }))
  const { content = '' } = composeUpdate(key, page, { base, wanted }, 'keep').body
  expect(content).toContain(parts('Von Hand.', 'Sehr trocken.'))
  expect(content).toContain(digestOfText('inner', parts('Kleben.', 'Sehr trocken.')))
})

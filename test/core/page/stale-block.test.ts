import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { blockOf, composeUpdate, pastAfter, staleBlock } from '../../../src/core/page/compose.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const old = '<p>Alt.</p>'
const base = textsOf({ inner: '<p>Jetzt.</p>' })
const wanted = textsOf({ inner: '<p>Neu.</p>' })
const past = [factsDigest(old), factsDigest('<p>Uralt.</p>')]
const showing = (inner: string) => pageOf(textsOf({ inner }))

describe('an old block that an editor’s save restored', () => {
  test.each([
    ['what stood there before, also spelled otherwise', '<p class="x">Alt.\n</p>', past, true],
    ['what stood there long before', '<p>Uralt.</p>', past, true],
    ['the current block', base.inner, [factsDigest(base.inner), ...past], false],
    ['something else', '<p>Vom Redakteur.</p>', past, false],
    ['nothing, as a first version of ours did', '<div> </div>', [factsDigest(''), ...past], false],
    ['what stood there before, of which nothing is known', old, [], false],
  ])('is distinguished from an edit: it contains %s', (_, inner, versions, isStale) => {
    expect(staleBlock(readPage(key, showing(inner)), { base, past: versions })).toBe(isStale)
  })

  test.each([
    ['gone', '<p>Alt.</p>'],
    ['doubled', wrapBlock(key, old).repeat(2)],
  ])('does not exist if the block is %s', (_, content) => {
    expect(
      staleBlock(readPage(key, pageOf(base, { content })), { base, past: [factsDigest(''), ...past] }),
    ).toBe(false)
  })

  test('is overwritten and reported', () => {
    expect(composeUpdate(readPage(key, showing(old)), { base, wanted: base, past }, 'keep')).toEqual({
      body: { content: blockOf(key, base) },
      merge: { write: { inner: base.inner }, kept: [], conflicts: [] },
      stale: true,
      block: 'ok',
    })
    expect(composeUpdate(readPage(key, showing(old)), { base, wanted, past }, 'keep').merge).toEqual({
      write: { inner: wanted.inner },
      kept: [],
      conflicts: [],
    })
    expect(composeUpdate(readPage(key, showing(old)), { base, wanted }, 'keep').merge.conflicts).toEqual([
      'inner',
    ])
    expect(
      composeUpdate(readPage(key, showing(base.inner)), { base, wanted, past }, 'keep'),
    ).not.toHaveProperty('stale')
  })

  test('does not affect other fields', () => {
    const page = pageOf(textsOf({ title: 'Vom Redakteur', inner: old }))
    expect(composeUpdate(readPage(key, page), { base, wanted: base, past }, 'keep').merge).toEqual({
      write: { inner: base.inner },
      kept: ['title'],
      conflicts: [],
    })
  })
})

describe('the digests of older versions', () => {
  test('are none before the first write', () => {
    expect(pastAfter(undefined, '<p>x</p>')).toEqual([])
  })

  test('start with the version before the last write', () => {
    expect(pastAfter({ base }, '<p>x</p>')).toEqual([factsDigest(base.inner)])
    expect(pastAfter({ base, past }, '<p>x</p>')).toEqual([factsDigest(base.inner), ...past])
  })

  test('stay the same if the block reads as before', () => {
    expect(pastAfter({ base, past }, '<p class="x">Jetzt.</p>')).toEqual(past)
    expect(pastAfter({ base }, base.inner)).toEqual([])
    expect(pastAfter({ base, past }, base.inner)).toEqual(past)
  })

  test('never contain the current block, and contain each version once', () => {
    expect(pastAfter({ base, past }, old)).toEqual([factsDigest(base.inner), past[1]])
    const again = [...past, factsDigest(base.inner)]
    expect(pastAfter({ base, past: again }, '<p>x</p>')).toEqual([factsDigest(base.inner), ...past])
  })

  test('are limited to the newest ten', () => {
    const many = Array.from({ length: 12 }, (_, at) => `version ${at}`)
    expect(pastAfter({ base, past: many }, '<p>x</p>')).toEqual([
      factsDigest(base.inner),
      ...many.slice(0, 9),
    ])
  })
})

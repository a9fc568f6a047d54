import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'

import { heading, joinBlocks, linkList, list, paragraph, textTable } from '../../../src/core/markup/blocks.ts'
import { columns } from '../../../src/core/markup/containers.ts'
import { anyMarkup } from '../../helpers/content/arbitraries.ts'

const items = (...lines: string[]) =>
  list({ ordered: false, items: lines.map((line) => ({ line: { html: line }, lists: [] })) })

/** A page as an editor and the partner may both change it, in any way. */
const anyWord = fc.constantFrom('roof', 'wall', 'tape', 'dry', 'wet', 'wood', 'stone', 'blue')
const anyLine = fc.array(anyWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const anyBlock = fc.oneof(
  anyLine.map((line) => paragraph(line)),
  anyLine.map((line) => heading(2, line)),
  fc.array(anyLine, { minLength: 1, maxLength: 4 }).map((lines) => items(...lines)),
  fc.array(fc.tuple(anyWord, anyLine), { minLength: 1, maxLength: 4 }).map((rows) => textTable(rows)),
)
const anyBlocks = fc.array(anyBlock, { maxLength: 4 })
/** A layout with columns around some of the blocks. */
const anyColumns = fc
  .array(anyBlocks, { minLength: 1, maxLength: 3 })
  .map((parts) => columns(parts.map((blocks) => ({ blocks }))))
const anyInner = fc.oneof(
  { weight: 4, arbitrary: fc.array(anyBlock, { maxLength: 6 }).map((blocks) => joinBlocks(blocks)) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(anyBlock, anyColumns), { maxLength: 5 })
      .map((blocks) => joinBlocks(blocks.filter((block) => block !== ''))),
  },
  { weight: 1, arbitrary: anyMarkup },
)

describe('for any three versions of the mirrored block', () => {
  test('an unedited page gets the content of a fresh page', () => {
    fc.assert(
      fc.property(anyInner, anyInner, (own, wanted) => {
        const merged = mergeInner({ base: own, current: own, wanted }, 'keep')
        expect(sameFacts(merged.inner, wanted)).toBe(true)
        expect(merged).toMatchObject({ kept: false, conflicts: [] })
      }),
    )
  })

  test.each(['keep', 'changed'] as const)(
    'a page that the partner did not change stays as the editor left it (%s)',
    (mode) => {
      fc.assert(
        fc.property(anyInner, anyInner, (own, current) => {
          const merged = mergeInner({ base: own, current, wanted: own }, mode)
          expect(sameFacts(merged.inner, current)).toBe(true)
          expect(merged.conflicts).toEqual([])
        }),
      )
    },
  )

  test('overwriting only what the partner changed leaves no conflict, and keeps all that causes none', () => {
    fc.assert(
      fc.property(anyInner, anyInner, anyInner, (own, current, wanted) => {
        const sides = { base: own, current, wanted }
        const [kept, merged] = [mergeInner(sides, 'keep'), mergeInner(sides, 'changed')]
        expect(merged.conflicts).toEqual([])
        if (kept.conflicts.length === 0) expect(merged.inner).toBe(kept.inner)
      }),
    )
  })

  test('a page that is overwritten completely has the content of a new page', () => {
    fc.assert(
      fc.property(anyInner, anyInner, anyInner, (own, current, wanted) => {
        const merged = mergeInner({ base: own, current, wanted }, 'wanted')
        expect(sameFacts(merged.inner, wanted)).toBe(true)
        expect(merged.conflicts).toEqual([])
      }),
    )
  })

  test('merging the merged page again changes nothing and reports the same conflicts', () => {
    fc.assert(
      fc.property(anyInner, anyInner, anyInner, (own, current, wanted) => {
        const first = mergeInner({ base: own, current, wanted }, 'keep')
        const again = mergeInner({ base: first.base, current: first.inner, wanted }, 'keep')
        expect(sameFacts(again.inner, first.inner)).toBe(true)
        expect(again.conflicts.length).toBe(first.conflicts.length)
      }),
    )
  })

  test('no word of either side vanishes that is not in a conflict', () => {
    fc.assert(
      fc.property(anyInner, anyInner, anyInner, (own, current, wanted) => {
        const merged = mergeInner({ base: own, current, wanted }, 'keep')
        const parts = merged.conflicts.flatMap(({ theirs = '', ours = '' }) => [theirs, ours])
        const shown = new Set([merged.inner, ...parts].flatMap((part) => [...wordsOf(part)]))
        const old = wordsOf(own)
        for (const side of [current, wanted])
          for (const word of wordsOf(side).difference(old)) expect(shown).toContain(word)
      }),
    )
  })
})

function wordsOf(markup: string): Set<string> {
  const texts = factsOf(markup).flatMap(({ kind, value }) => (kind === 'text' ? [value] : []))
  return new Set(texts.join(' ').match(/\p{L}+/gu))
}

test('recognises a replaced download by its document, though its URL, size and neighbours change', () => {
  const download = (title: string, file: string, size: string) => ({
    url: `https://cms.example/${file}.pdf`,
    title,
    note: `German, PDF, ${size}`,
  })
  const before = linkList([
    download('Product data sheet', 'tape-data-de-11111111', '240 kB'),
    download('Safety data sheet', 'tape-safety-de-22222222', '240 kB'),
    download('Declaration of performance', 'tape-performance-de-33333333', '90 kB'),
  ])
  const after = linkList([
    download('Product data sheet', 'tape-data-de-44444444', '1.2 MB'),
    download('Safety data sheet', 'tape-safety-de-55555555', '240 kB'),
    download('Declaration of performance', 'tape-performance-de-33333333', '90 kB'),
  ])
  const current = before.replace('>Safety data sheet<', '>Safety: read this first<')
  const merged = mergeInner({ base: before, current, wanted: after }, 'keep')
  expect(merged.inner).toContain('tape-data-de-44444444.pdf">Product data sheet</a> (German, PDF, 1.2 MB)')
  expect(merged.inner).toContain('>Safety: read this first<')
  expect(merged.conflicts).toHaveLength(1)
  expect(merged.conflicts[0]?.ours).toContain('tape-safety-de-55555555')
})

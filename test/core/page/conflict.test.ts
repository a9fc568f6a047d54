import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { baseKept, conflictOf } from '../../../src/core/page/conflict.ts'
import type { MergeField } from '../../../src/core/page/merge.ts'
import type { Page } from '../../../src/core/page/page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const base = textsOf()
const ours = textsOf({ title: 'Band', inner: '<p>Neu.</p>', featuredMedia: 8 })
const met = { runId: '2026-11-20-1', at: '2026-11-20T04:00:00.000Z' }
const edited = textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>', featuredMedia: 9 })
const conflict = (page: Page, fields: MergeField[]) =>
  conflictOf(key, page, { conflicts: fields }, { base, ours, ...met })

describe('a conflict', () => {
  test('contains the three texts of each field, and where it was found', () => {
    expect(conflict(pageOf(edited), ['title', 'inner', 'featuredMedia'])).toEqual({
      pageId: 41,
      link: 'https://cms.example/products/de-de/band/',
      ...met,
      fields: [
        { field: 'title', base: 'Dichtband', theirs: 'Vom Redakteur', ours: 'Band' },
        { field: 'inner', base: '<p>Kleben.</p>', theirs: '<p>Vom Redakteur.</p>', ours: '<p>Neu.</p>' },
        { field: 'featuredMedia', base: '7', theirs: '9', ours: '8' },
      ],
    })
  })

  test('does not exist without fields', () => {
    expect(conflict(pageOf(edited), [])).toBeUndefined()
  })

  test.each([
    ['missing', '<p>Nur Text</p>'],
    ['duplicate', wrapBlock(key, base.inner).repeat(2)],
    ['broken', wrapBlock(key, base.inner).replace('</div>', '')],
  ])('over a block that is %s says so, and has no text of theirs', (block, content) => {
    const page = pageOf(base, { content })
    expect(conflict(page, ['inner'])).toMatchObject({ block, fields: [{ theirs: '', ours: '<p>Neu.</p>' }] })
    expect(conflict(page, ['title'])).not.toHaveProperty('block')
  })

  test('that is resolved for the editor marks the partner’s text as seen', () => {
    const all = conflict(pageOf(edited), ['title', 'inner', 'featuredMedia'])
    expect(all && baseKept(base, all)).toEqual({
      ...base,
      title: 'Band',
      inner: '<p>Neu.</p>',
      featuredMedia: 8,
    })
    const some = conflict(pageOf(edited), ['inner'])
    expect(some && baseKept(base, some)).toEqual({ ...base, inner: '<p>Neu.</p>' })
    expect(base).toEqual(textsOf())
  })
})

import { describe, expect, test } from 'vitest'
import type { BlockCondition } from '../../../src/core/markup/block-condition.ts'
import { explainMerge, namesOf, type Merged } from '../../../src/core/page/explain-merge.ts'
import type { Merge } from '../../../src/core/page/merge.ts'
import { explainSuspect } from '../../../src/core/plan/suspect.ts'
import { key } from '../../helpers/content/records.ts'

const resolve = 'product-mirror resolve 4006381333931 de-de'
const pending = {
  pending: {
    kind: 'overwrite',
    at: '2026-11-20T04:00:00.000Z',
    by: 'Ada',
    fields: ['title', 'inner'],
    seen: 'x',
  },
  applies: true,
} satisfies Merged['pending']

const told = (merge: Partial<Merge>, more: Partial<Merged> = {}) =>
  explainMerge(key, { merge: { write: {}, kept: [], conflicts: [], ...merge }, block: 'ok', ...more })

test('fields have the names that people call them by', () => {
  expect(namesOf(['title', 'excerpt', 'inner', 'featuredMedia'])).toBe(
    'title, excerpt, mirrored block, featured image',
  )
})

test('where an editor did nothing, nothing is told', () => {
  expect(told({})).toBeUndefined()
  expect(told({ write: { title: 'Neu' } })).toBeUndefined()
})

describe('what an editor did is told with what became of it', () => {
  test.each<[string, string, Partial<Merge>, Partial<Merged>]>([
    ['kept fields', 'the editor changed title, mirrored block: kept', { kept: ['title', 'inner'] }, {}],
    [
      'fields in conflict',
      `editor and partner both changed mirrored block: the editor’s stays. Resolve it: ${resolve} keep|overwrite|hold`,
      { conflicts: ['inner'] },
      {},
    ],
    [
      'both',
      `editor and partner both changed title: the editor’s stays. Resolve it: ${resolve} keep|overwrite|hold; the editor changed excerpt: kept`,
      { conflicts: ['title'], kept: ['excerpt'] },
      {},
    ],
    [
      'a stale save',
      'an editor’s save had put an old version of the mirrored block back: repaired',
      {},
      { stale: true },
    ],
    [
      'an order that was carried out',
      'title, mirrored block of the editor overwritten, as Ada decided on 2026-11-20',
      { write: { title: 'Neu', inner: '<p>Neu.</p>' } },
      { pending },
    ],
    [
      'an order that was carried out in part',
      'title of the editor overwritten, as Ada decided on 2026-11-20; the editor changed excerpt: kept',
      { write: { title: 'Neu' }, kept: ['excerpt'] },
      { pending },
    ],
    [
      'an order that came too late',
      'the page was changed after Ada decided on 2026-11-20 to overwrite it: nothing was overwritten',
      { write: { title: 'Neu' } },
      { pending: { ...pending, applies: false } },
    ],
  ])('%s', (_, text, merge, more) => {
    expect(told(merge, more)).toBe(text)
  })

  test('an order of which nothing was left to do tells nothing', () => {
    expect(told({ write: { excerpt: 'x' } }, { pending })).toBeUndefined()
  })
})

describe('what became of the block as a whole', () => {
  const words: [BlockCondition, string][] = [
    [
      'emptied',
      `an editor emptied the mirrored block: it stays empty. To have it filled again: ${resolve} overwrite`,
    ],
    [
      'missing',
      `an editor took the mirrored block out of the page: it stays out. To have it added below the text: ${resolve} overwrite`,
    ],
    [
      'duplicate',
      `the mirrored block stands in the page more than once, so none of them is touched. Remove all but one in the editor, then: ${resolve} overwrite`,
    ],
    [
      'broken',
      `the mirrored block is broken, so it is not touched. Put it back from the page’s revisions or remove it, then: ${resolve} overwrite`,
    ],
  ]

  test.each(words)('%s is told instead of its field', (block, text) => {
    expect(told({ kept: ['inner'] }, { block })).toBe(text)
    expect(told({ conflicts: ['inner'] }, { block })).toBe(text)
    expect(told({ conflicts: ['inner'], kept: ['title'] }, { block })).toBe(
      `the editor changed title: kept; ${text}`,
    )
    expect(told({}, { block })).toBeUndefined()
  })

  test('unlocked is told always, beside its field', () => {
    const text = 'an editor unlocked the mirrored block: what is inside is still kept up to date'
    expect(told({}, { block: 'unlocked' })).toBe(text)
    expect(told({ kept: ['inner'] }, { block: 'unlocked' })).toBe(
      `the editor changed mirrored block: kept; ${text}`,
    )
  })
})

test('a suspicious version is told with the way to let it through', () => {
  expect(explainSuspect(key, 'the name became empty')).toBe(
    `the name became empty: the page is left unchanged. If the partner intended this: ${resolve} accept`,
  )
})

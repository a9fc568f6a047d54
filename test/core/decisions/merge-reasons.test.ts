import { describe, expect, test } from 'vitest'
import type { BlockCondition } from '../../../src/core/markup/block-condition.ts'
import { mergeReasons, type Merged } from '../../../src/core/decisions/merge-reasons.ts'
import { namesOf } from '../../../src/core/merge/page-fields.ts'
import type { Merge } from '../../../src/core/merge/merge-fields.ts'
import { reasonText } from '../../../src/core/report/reasons/reason-text.ts'
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

const part = { base: 'a', theirs: 'b', ours: 'c' }

const told = (merge: Partial<Merge>, more: Partial<Merged> = {}) =>
  reasonText(
    key,
    mergeReasons({ merge: { write: {}, kept: [], conflicts: [], ...merge }, block: 'ok', ...more }),
    undefined,
  ) || undefined

test('fields have readable names', () => {
  expect(namesOf(['title', 'excerpt', 'inner', 'featuredMedia'])).toBe(
    'title, excerpt, mirrored block, featured image',
  )
})

test('nothing is reported without an editor’s change', () => {
  expect(told({})).toBeUndefined()
  expect(told({ write: { title: 'Neu' } })).toBeUndefined()
})

describe('an editor’s change is reported with its result', () => {
  test.each<[string, string, Partial<Merge>, Partial<Merged>]>([
    [
      'an editor’s image that the partner has none for',
      'the partner’s image is missing, so the featured image was not overwritten; the editor changed featured image: kept',
      { kept: ['featuredMedia'] },
      {
        lacksImage: true,
        pending: { ...pending, pending: { ...pending.pending, fields: ['featuredMedia'] } },
      },
    ],
    ['kept fields', 'the editor changed title, mirrored block: kept', { kept: ['title', 'inner'] }, {}],
    [
      'a kept part of the block',
      'the editor changed a part of the mirrored block: kept',
      { kept: ['inner'], block: { inner: '', base: '', conflicts: [] } },
      {},
    ],
    [
      'new text that an editor’s hiding keeps away',
      `editor and partner both changed 2 parts of the mirrored block: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep; the partner’s new text is not added if it replaces a part that the editor hid`,
      {
        conflicts: ['inner'],
        block: { inner: '', base: '', conflicts: [part, { base: undefined, theirs: undefined, ours: 'c' }] },
      },
      {},
    ],
    [
      'parts of the block in conflict',
      `editor and partner both changed 2 parts of the mirrored block: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep`,
      { conflicts: ['inner'], block: { inner: '', base: '', conflicts: [part, part] } },
      {},
    ],
    [
      'fields in conflict',
      `editor and partner both changed mirrored block: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep`,
      { conflicts: ['inner'] },
      {},
    ],
    [
      'both',
      `editor and partner both changed title: the editor’s stays. Resolve it with keep, overwrite or hold: ${resolve} keep; the editor changed excerpt: kept`,
      { conflicts: ['title'], kept: ['excerpt'] },
      {},
    ],
    [
      'a stale save',
      'an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
      {},
      { stale: true },
    ],
    [
      'a decision that was carried out',
      'title, mirrored block of the editor overwritten, as Ada decided on 2026-11-20',
      { write: { title: 'Neu', inner: '<p>Neu.</p>' } },
      { pending },
    ],
    [
      'a decision that was carried out in part',
      'title of the editor overwritten, as Ada decided on 2026-11-20; the editor changed excerpt: kept',
      { write: { title: 'Neu' }, kept: ['excerpt'] },
      { pending },
    ],
    [
      'a decision about a text that was changed since',
      'the page was changed after Ada decided on 2026-11-20 to overwrite it: nothing was overwritten; the editor changed title: kept',
      { kept: ['title'] },
      { pending: { ...pending, applies: false } },
    ],
    [
      'a decision that was carried out by a write with a lost reply',
      'nothing of the editor is left in title, mirrored block, as Ada decided on 2026-11-20; the editor changed excerpt: kept',
      { kept: ['excerpt'] },
      { pending: { ...pending, applies: false } },
    ],
    [
      'a decision about conflicts alone that was carried out by a write with a lost reply',
      'nothing of the editor is left in title, mirrored block, as Ada decided on 2026-11-20; the editor changed mirrored block: kept',
      { kept: ['inner'] },
      { pending: { pending: { ...pending.pending, only: 'conflicts' }, applies: false } },
    ],
  ])('%s', (_, text, merge, more) => {
    expect(told(merge, more)).toBe(text)
  })

  test('a decision with nothing left to write is not reported', () => {
    expect(told({ write: { excerpt: 'x' } }, { pending })).toBeUndefined()
  })
})

describe('a change of the whole block', () => {
  const words: [BlockCondition, string][] = [
    [
      'emptied',
      `an editor emptied the mirrored block: it stays empty. To fill it again: ${resolve} overwrite`,
    ],
    [
      'missing',
      `an editor removed the mirrored block: it is not added again. To add it below the text: ${resolve} overwrite`,
    ],
    [
      'duplicate',
      `the page contains the mirrored block more than once, so none of them is changed. Remove all except one in the editor, then: ${resolve} overwrite`,
    ],
    [
      'broken',
      `the mirrored block is broken, so it is not changed. Restore it from the page’s revisions or remove it, then: ${resolve} overwrite`,
    ],
  ]

  test.each(words)('is reported as %s instead of its field', (block, text) => {
    expect(told({ kept: ['inner'] }, { block })).toBe(text)
    expect(told({ conflicts: ['inner'] }, { block })).toBe(text)
    expect(told({ conflicts: ['inner'], kept: ['title'] }, { block })).toBe(
      `the editor changed title: kept; ${text}`,
    )
    expect(told({}, { block })).toBeUndefined()
  })

  test('is always reported as unlocked, in addition to its field', () => {
    const text = 'an editor unlocked the mirrored block: its content is still updated'
    expect(told({}, { block: 'unlocked' })).toBe(text)
    expect(told({ kept: ['inner'] }, { block: 'unlocked' })).toBe(
      `the editor changed mirrored block: kept; ${text}`,
    )
  })
})

import { describe, expect, test } from 'vitest'
import {
  compareListed,
  listDecision,
  matchesFilter,
  seenOf,
  type DecisionFilter,
} from '../../../src/core/decisions/decision-filter.ts'
import { holdOfUndo, skipOfUndo, type PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import type { OpenDecision } from '../../../src/core/decisions/open-decision.ts'
import type { Conflict } from '../../../src/core/page/conflict.ts'

const at = '2026-11-20T04:05:59.000Z'
const key = { gtin: '4006381333931', language: 'de-de' }
const title = { field: 'title' as const, base: 'Band', theirs: 'Vom Redakteur', ours: 'Vom Partner' }
const block = { field: 'inner' as const, base: '<p>A</p>', theirs: '<p>B</p>', ours: '<p>C</p>' }
const imageAt = (id: string) => `<!-- wp:image {"id":${id}} -->\n<figure></figure>\n<!-- /wp:image -->`
const featured = { field: 'featuredMedia' as const, base: '1', theirs: '2', ours: '3' }
const shownImage = { field: 'inner' as const, base: imageAt('1'), theirs: '', ours: imageAt('3') }
const besideImage = {
  ...shownImage,
  theirs: `${imageAt('2')}<!-- wp:paragraph --><p>B</p><!-- /wp:paragraph -->`,
}
const nothing = { field: 'inner' as const, base: '', theirs: '', ours: '' }
const conflict: Conflict = { pageId: 12, link: 'https://cms.example/', runId: 'run-1', at, fields: [title] }
const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: 'run-2', at }
const hold: PendingDecision = { at, by: 'olive', kind: 'hold', reason: '' }
const overwrite: PendingDecision = { at, by: 'olive', kind: 'overwrite', fields: ['title'], seen: 's' }

const records: Record<string, OpenDecision> = {
  title: { ...key, conflict },
  both: { ...key, conflict: { ...conflict, fields: [title, block, block] } },
  block: { ...key, conflict: { ...conflict, fields: [block, block] } },
  image: { ...key, conflict: { ...conflict, runId: 'run-4', fields: [shownImage, featured] } },
  featured: { ...key, conflict: { ...conflict, runId: 'run-4', fields: [featured] } },
  besideImage: { ...key, conflict: { ...conflict, runId: 'run-4', fields: [featured, besideImage] } },
  nothing: { ...key, conflict: { ...conflict, runId: 'run-4', fields: [nothing] } },
  suspect: { ...key, language: 'fr-fr', suspect },
  heldConflict: { ...key, conflict, pending: hold },
  decided: { ...key, conflict, pending: overwrite },
  accepted: { ...key, suspect, pending: { at, by: 'olive', kind: 'accept', digest: 'd' } },
  held: { ...key, pending: hold },
  undone: { ...key, pending: skipOfUndo('run-3', at, 'd') },
  heldByUndo: { ...key, pending: holdOfUndo('run-3', at, undefined) },
}
const images = ['image', 'featured', 'besideImage', 'nothing']
const matching = (filter: DecisionFilter) =>
  Object.keys(records).filter((name) => matchesFilter(filter, records[name] ?? key))

test('a version with unusual values has another kind than one with emptied fields', () => {
  const unusual: OpenDecision = { ...key, suspect: { ...suspect, blanks: { code: 'values', broken: [] } } }
  expect(matchesFilter({ kind: 'values' }, unusual)).toBe(true)
  expect(matchesFilter({ kind: 'emptied' }, unusual)).toBe(false)
})

describe('a filter means', () => {
  test.each<[DecisionFilter, string[]]>([
    [{}, Object.keys(records)],
    [{ kind: 'open' }, ['title', 'both', 'block', ...images, 'suspect']],
    [{ kind: 'conflict' }, ['title', 'both', 'block', ...images, 'heldConflict', 'decided']],
    [{ kind: 'emptied' }, ['suspect', 'accepted']],
    [{ kind: 'held' }, ['heldConflict', 'held', 'heldByUndo']],
    [{ kind: 'undone' }, ['undone']],
    [{ kind: 'decided' }, ['decided', 'accepted']],
    [{ languages: ['fr-fr', 'en-gb'] }, ['suspect']],
    [{ run: 'run-1' }, ['title', 'both', 'block', 'heldConflict', 'decided']],
    [{ run: 'run-2' }, ['suspect', 'accepted']],
    [{ run: 'run-3' }, ['undone', 'heldByUndo']],
    [{ field: 'title' }, ['title', 'heldConflict', 'decided']],
    [{ field: 'block' }, ['block', 'nothing']],
    [{ field: 'image' }, ['image', 'featured']],
    [{ run: 'run-4' }, images],
    [{ kind: 'open', languages: ['de-de'], run: 'run-1', field: 'title' }, ['title']],
  ])('%j: the records that match all of it', (filter, names) => {
    expect(matching(filter)).toEqual(names)
  })
})

describe('a listed record', () => {
  test('has its kinds, its fields in conflict once each, and the choices for many', () => {
    expect(listDecision(records.both ?? key)).toEqual({
      ...key,
      kinds: ['open', 'conflict'],
      fields: ['title', 'inner'],
      choices: ['keep', 'overwrite', 'hold'],
      seen: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(listDecision(records.suspect ?? key)).toMatchObject({ fields: [], choices: ['accept', 'hold'] })
  })

  test('that is decided or undone is not held together with open ones', () => {
    expect(listDecision(records.decided ?? key).choices).toEqual(['keep', 'release'])
    expect(listDecision(records.undone ?? key).choices).toEqual(['release'])
  })

  test('comes first while it needs a decision, otherwise by GTIN and language', () => {
    const later = { ...key, gtin: '9999999999994' }
    const listed = [
      records.held ?? key,
      { ...later, conflict },
      { ...later, pending: hold },
      records.title ?? key,
    ]
    const order = listed.map(listDecision).sort(compareListed)
    expect(order.map(({ gtin, kinds }) => [gtin.slice(0, 4), kinds[0]])).toEqual([
      ['4006', 'open'],
      ['9999', 'open'],
      ['4006', 'held'],
      ['9999', 'held'],
    ])
  })
})

test('the digest of what was seen changes with the text, the held version and the decision, not with the run', () => {
  const seen = seenOf({ conflict })
  expect(seenOf({ conflict: { ...conflict, runId: 'run-9', at: '2026-11-21T00:00:00.000Z' } })).toBe(seen)
  const others = [
    {},
    { conflict: { ...conflict, fields: [{ ...title, theirs: 'Anders' }] } },
    { conflict: { ...conflict, fields: [{ ...title, ours: 'Anders' }] } },
    { conflict: { ...conflict, block: 'broken' as const } },
    { conflict, pending: hold },
    { conflict, suspect },
    { suspect },
  ].map(seenOf)
  expect(new Set([seen, ...others]).size).toBe(others.length + 1)
})

test('a mapped field is named as in the map', () => {
  const price = { field: 'meta.price' as const, base: '4', theirs: '6', ours: '5' }
  const waiting = { ...key, conflict: { ...conflict, fields: [price] } }
  expect(matchesFilter({ field: 'meta.price' }, waiting)).toBe(true)
  expect(matchesFilter({ field: 'title' }, waiting)).toBe(false)
})

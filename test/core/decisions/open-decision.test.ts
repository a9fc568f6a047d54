import { describe, expect, test } from 'vitest'
import { noNames } from '../../../src/core/record/field-names.ts'
import type { PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import {
  choicesFor,
  excerptOf,
  isUndecided,
  type OpenDecision,
} from '../../../src/core/decisions/open-decision.ts'

const excerpt = (base: string, theirs: string, ours: string) =>
  excerptOf({ field: 'inner', base, theirs, ours }, noNames)

describe('a field in conflict in a few words', () => {
  test('shows of each version the lines that it does not share', () => {
    const [first, last] = ['<p>Erstens.</p>', '<p>Letztens.</p>']
    expect(
      excerpt(
        `${first}<p>Kleben.</p>${last}`,
        `${first}<p>Fest kleben.</p>${last}`,
        `${first}<p>Nageln.</p>${last}<p>Mehr.</p>`,
      ),
    ).toEqual({ base: 'Kleben.', theirs: 'Fest kleben.', ours: 'Nageln. / Mehr.' })
  })

  test('shows a dash for a version without lines that only it has', () => {
    expect(excerpt('<p>A</p>', '', '<p>A</p><p>B</p>')).toEqual({ base: 'A', theirs: '–', ours: 'B' })
  })

  test('marks the text that an editor hid', () => {
    const hidden = `<!-- wp:a {"metadata":{"blockVisibility":false}} --><p>A</p><!-- /wp:a -->`
    expect(excerpt('<p>A</p>', hidden, '')).toEqual({ base: 'A', theirs: 'A ← hidden', ours: '–' })
  })

  test('cuts long text', () => {
    const { ours } = excerpt('', '<p>x</p>', `<p>${'a'.repeat(121)}</p>`)
    expect(ours).toBe(`${'a'.repeat(119)}…`)
    expect(excerpt('', '', `<p>${'a'.repeat(120)}</p>`).ours).toBe('a'.repeat(120))
  })

  test('names an image by its number', () => {
    expect(excerptOf({ field: 'featuredMedia', base: '7', theirs: '0', ours: '8' }, noNames)).toEqual({
      base: 'media 7',
      theirs: '–',
      ours: 'media 8',
    })
  })
})

describe('the choices for a record that waits', () => {
  const [at, by] = ['2026-11-20T04:00:00.000Z', 'olive']
  const conflict = { pageId: 7, link: 'x', runId: 'r', at, fields: [] }
  const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: 'r', at }
  const overwrite: PendingDecision = { at, by, kind: 'overwrite', fields: [], seen: 's' }
  const skip: PendingDecision = { at, by, kind: 'skip', digest: 'd', reason: 'undone with run 1' }
  const accept: PendingDecision = { at, by, kind: 'accept', digest: 'd' }

  test.each<[string, Omit<OpenDecision, 'gtin' | 'language'>, string[]]>([
    ['in conflict', { conflict }, ['keep', 'overwrite', 'hold']],
    ['held back for its blanks', { suspect }, ['accept', 'hold']],
    ['both', { conflict, suspect }, ['keep', 'overwrite', 'accept', 'hold']],
    ['held', { conflict, suspect, pending: { at, by, kind: 'hold', reason: '' } }, ['release']],
    ['to be overwritten', { conflict, pending: overwrite }, ['keep', 'hold', 'release']],
    ['reverted by an undo', { pending: skip }, ['hold', 'release']],
    ['reverted and in conflict', { conflict, pending: skip }, ['keep', 'hold', 'release']],
    ['accepted', { suspect, pending: accept }, ['hold', 'release']],
    ['released after an undo', { pending: { ...accept, released: true } }, ['hold']],
    ['released and in conflict', { conflict, pending: { ...accept, released: true } }, ['keep', 'hold']],
  ])('%s', (_what, parts, expected) => {
    expect(choicesFor({ gtin: '4006381333931', language: 'de-de', ...parts })).toEqual(expected)
  })

  test.each<[string, Omit<OpenDecision, 'gtin' | 'language'>, boolean]>([
    ['a conflict', { conflict }, true],
    ['a blank version', { suspect }, true],
    ['a conflict on a page that an undo reverted', { conflict, pending: skip }, true],
    ['what an undo reverted', { pending: skip }, false],
    ['a conflict that is decided', { conflict, pending: overwrite }, false],
  ])('waits for a decision, or not: %s', (_what, parts, waits) => {
    expect(isUndecided({ gtin: '4006381333931', language: 'de-de', ...parts })).toBe(waits)
  })
})

test('the text of a mapped field is not markup', () => {
  const field = { field: 'meta.note' as const, base: 'a < b', theirs: '<b>a</b>\nc', ours: 'a < d' }
  expect(excerptOf({ ...field, ours: '  a   < d ' }, noNames).ours).toBe('a < d')
  expect(excerptOf(field, noNames)).toEqual({ base: 'a < b', theirs: '<b>a</b> / c', ours: 'a < d' })
})

import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect, test } from 'vitest'
import {
  HistoryReport,
  sayUnknown,
  toHistoryReport,
  whyOf,
  type HistoryEntry,
} from '../../../src/core/report/history.ts'
import { key, snapshotOf } from '../../helpers/content/records.ts'

const entryOf = (fields: Partial<HistoryEntry>): HistoryEntry => ({
  ...key,
  result: 'updated',
  at: '2026-11-20T04:00:00.000Z',
  runId: '2026-11-20-1',
  kind: 'sync',
  trigger: 'schedule',
  ...fields,
})

describe('why a page was changed', () => {
  test.each<[string, Partial<HistoryEntry>]>([
    ['new at the partner', { result: 'created' }],
    ['back at the partner', { result: 'restored' }],
    ['back at the partner; as a draft', { result: 'restored', reasons: because('as a draft') }],
    ['the partner changed it', { fields: ['name', 'price'] }],
    ['the template or the labels changed', { fields: ['template'] }],
    ['the partner changed it; the template or the labels changed', { fields: ['price', 'template'] }],
    ['the page already existed in the CMS', {}],
    ['absent at the partner', { result: 'retired', reasons: because('absent at the partner') }],
    ['', { result: 'unchanged' }],
    ['adopted', { result: 'created', reasons: because('adopted') }],
    ['a decision was applied', { fields: ['decision'] }],
    ['the partner changed it; a decision was applied', { fields: ['name', 'price', 'decision'] }],
    ['repaired by verify', { kind: 'verify', fields: ['inner'] }],
    ['an editor changed it', { kind: 'verify', result: 'kept', reasons: because('an editor changed it') }],
    [
      'what run 1 did is undone',
      { kind: 'undo', result: 'undone', reasons: because('what run 1 did is undone') },
    ],
  ])('%j', (why, fields) => {
    expect(whyOf(entryOf(fields), undefined)).toBe(why)
  })
})

describe('the note about an unknown product', () => {
  const nothing = { pages: [], entries: [], languages: [] }

  test('contains the languages that have pages', () => {
    expect(sayUnknown({ ...nothing, languages: ['de-de', 'en'] }, '4006381333931', 'fr')).toBe(
      'Nothing is known about product 4006381333931 in fr: it has no page, and no run in the last 90 days processed it. Products have pages in de-de, en. Is it in the catalogue?',
    )
    expect(sayUnknown(nothing, '4006381333931', undefined)).toBe(
      'Nothing is known about product 4006381333931: it has no page, and no run in the last 90 days processed it. No product has pages yet. Is it in the catalogue?',
    )
  })

  test.each([
    ['a page', { ...nothing, pages: [{ ...key, ...snapshotOf() }] }],
    ['something that happened', { ...nothing, entries: [entryOf({})] }],
  ])('is left out if there is %s', (_, known) => {
    expect(sayUnknown(known, '4006381333931', undefined)).toBeUndefined()
  })
})

test('programs read each reason as a text, and why each page was changed', () => {
  const entry = entryOf({ fields: ['name'], reasons: [{ code: 'edited', fields: ['title'] }] })
  const report = toHistoryReport(key.gtin, { pages: [], entries: [entry], languages: [] }, undefined)
  const { reasons: _, ...others } = entry
  expect(HistoryReport.parse(report).entries).toStrictEqual([
    {
      ...others,
      reason: 'the editor changed title: kept',
      why: 'the partner changed it; the editor changed title: kept',
    },
  ])
})

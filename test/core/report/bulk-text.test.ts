import { describe, expect, test } from 'vitest'
import { choices } from '../../../src/core/decisions/decision.ts'
import type { ListedDecision } from '../../../src/core/decisions/decision-filter.ts'
import { countDecisions } from '../../../src/core/decisions/bulk-decisions.ts'
import {
  askMany,
  describeCounts,
  describeDone,
  describeFilter,
  describeMany,
} from '../../../src/core/report/bulk-text.ts'

const gtin = '4006381333931'
const listed = (part: Partial<ListedDecision>): ListedDecision => ({
  gtin,
  language: 'de-de',
  kinds: ['open', 'conflict'],
  fields: ['inner'],
  choices: [],
  seen: '',
  ...part,
})
const some = [
  listed({ language: 'fr-fr' }),
  listed({ fields: ['title', 'inner'], kinds: ['conflict', 'held'] }),
  listed({ kinds: ['open', 'emptied'], fields: [] }),
]

describe('many records are described', () => {
  test('by kind, field in conflict and language', () => {
    const counts = countDecisions('keep', some)
    expect(counts).toEqual({
      matched: 3,
      kinds: { conflict: 2, emptied: 1 },
      fields: { 'mirrored block': 2, title: 1 },
      languages: { 'de-de': 2, 'fr-fr': 1 },
    })
    expect(describeCounts(counts)).toBe(
      '2 conflicts, 1 version with emptied fields; 2 in the mirrored block, 1 in the title; 2 in de-de, 1 in fr-fr',
    )
  })

  test('by what a release cancels', () => {
    const held = listed({ kinds: ['conflict', 'held'] })
    const counts = countDecisions('release', [
      held,
      listed({ kinds: ['undone'] }),
      listed({ kinds: ['open'] }),
    ])
    expect(describeCounts(counts)).toBe('1 hold, 1 undone page; 3 in de-de')
  })

  test('with the first six languages', () => {
    const codes = ['cs-cz', 'da-dk', 'de-de', 'en-gb', 'es-es', 'fr-fr', 'it-it', 'pl-pl']
    const counts = countDecisions(
      'keep',
      codes.map((language) => listed({ language })),
    )
    expect(describeCounts(counts)).toMatch(/1 in es-es, 1 in fr-fr, others in 2 languages$/)
  })
})

test.each([
  [{}, 'all records'],
  [{ kind: 'held' as const }, 'all holds'],
  [
    {
      kind: 'conflict' as const,
      languages: ['de-de', 'fr-fr'],
      run: '2026-11-20-1',
      field: 'title' as const,
    },
    'all conflicts, language de-de, fr-fr, run 2026-11-20-1, field title',
  ],
])('the filter %j reads as a phrase', (filter, text) => {
  expect(describeFilter(filter)).toBe(text)
})

test('each choice has a separate question with the number of records', () => {
  const questions = choices.map((choice) => askMany(choice, 1_200))
  expect(new Set(questions).size).toBe(choices.length)
  for (const question of questions) expect(question).toMatch(/1,200 records.*\?$/)
})

describe('the result', () => {
  const done = ['de-de', 'fr-fr'].map((language) => ({ gtin, language }))

  test('of each choice names the records', () => {
    for (const choice of choices)
      expect(describeDone(choice, done)).toContain(`2 records (${gtin}/de-de, ${gtin}/fr-fr)`)
    expect(describeMany('keep', { done, refused: [] })).toBe(describeDone('keep', done))
  })

  test('names no more than five records', () => {
    const many = Array.from({ length: 7 }, () => ({ gtin, language: 'de-de' }))
    expect(describeDone('release', many)).toMatch(/de-de and 2 more\)\.$/)
  })

  test('contains the number of refused records, with the first reason', () => {
    const refused = done.map((key) => ({ ...key, code: 'changed' as const, reason: 'It has changed.' }))
    expect(describeMany('keep', { done: [], refused })).toBe(
      `No record was decided. 2 records were refused: ${gtin}/de-de, ${gtin}/fr-fr. It has changed.`,
    )
  })
})

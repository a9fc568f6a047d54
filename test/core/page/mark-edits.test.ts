import { expect, test } from 'vitest'
import { markField, markLines, type Edits } from '../../../src/core/page/mark-edits.ts'

const row = (value: string) => `<tr><th>Number</th><td>${value}</td></tr>`
const conflict = (field: 'title' | 'excerpt' | 'inner', theirs: string, ours: string) => ({
  field,
  base: '',
  theirs,
  ours,
})
const edits = (patch: Partial<Edits>): Edits => ({ kept: [], conflicts: [], fresh: '<p>Ours</p>', ...patch })

test('a page without edits has no marks', () => {
  expect(markField('title', 'Tape', undefined)).toEqual(['Tape'])
  expect(markLines('<p>Ours</p>', undefined)).toEqual(['Ours'])
  expect(markField('title', 'Tape', edits({ kept: ['excerpt'] }))).toEqual(['Tape'])
  expect(markLines('<p>Ours</p>', edits({}))).toEqual(['Ours'])
})

test('text that an editor keeps is marked, line by line', () => {
  expect(markField('title', 'Mine', edits({ kept: ['title'] }))).toEqual(['Mine   ← editor’s, stays'])
  expect(markLines('<p>Ours</p><p>Mine</p>', edits({ kept: ['inner'] }))).toEqual([
    'Ours',
    'Mine   ← editor’s, stays',
  ])
})

test('a conflict is followed by the partner’s version, once', () => {
  const title = edits({ conflicts: [conflict('title', 'Mine', 'Yours')] })
  expect(markField('title', 'Mine', title)).toEqual([
    'Mine   ← editor’s, stays: in conflict',
    '    partner: Yours',
  ])
  const inner = edits({ conflicts: [conflict('inner', row('2 M'), row('3'))] })
  expect(markLines(`<p>Ours</p>${row('2 M')}${row('2 M')}`, inner)).toEqual([
    'Ours',
    'Number | 2 M   ← editor’s, stays: in conflict',
    '    partner: Number | 3',
    'Number | 2 M   ← editor’s, stays: in conflict',
  ])
})

test('a part that one of them removed is in conflict, too', () => {
  const both = [conflict('inner', '<p>Mine</p>', ''), conflict('inner', '', '<p>Yours</p>')]
  expect(markLines('<p>Mine</p>', edits({ conflicts: both }))).toEqual([
    'Mine   ← editor’s, stays: in conflict',
    '    partner: (removed)',
    '',
    'In conflict, not on the page:',
    '    partner: Yours',
  ])
})

test('hidden lines are marked, unless the same line is also shown', () => {
  const hidden = (text: string): string =>
    `<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>${text}</p><!-- /wp:paragraph -->`
  expect(markLines(`${hidden('Ours')}${hidden('Twice')}<p>Twice</p>`, undefined)).toEqual([
    'Ours   ← hidden',
    'Twice',
    'Twice',
  ])
  const both = edits({ conflicts: [conflict('inner', '<p>Mine</p>', '<p>Yours</p>')] })
  expect(markLines(hidden('Ours') + hidden('Mine') + hidden('Other'), both)).toEqual([
    'Ours   ← hidden',
    'Mine   ← editor’s, stays: in conflict   ← hidden',
    '    partner: Yours',
    'Other   ← editor’s, stays   ← hidden',
  ])
})

import { expect, test } from 'vitest'
import { markField, markLines, type Edits } from '../../../src/core/render/mark-edits.ts'

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
  expect(markLines(['Ours'], undefined)).toEqual(['Ours'])
  expect(markField('title', 'Tape', edits({ kept: ['excerpt'] }))).toEqual(['Tape'])
  expect(markLines(['Ours'], edits({}))).toEqual(['Ours'])
})

test('what an editor keeps is marked, line by line', () => {
  expect(markField('title', 'Mine', edits({ kept: ['title'] }))).toEqual(['Mine   ← editor’s, stays'])
  expect(markLines(['Ours', 'Mine'], edits({ kept: ['inner'] }))).toEqual([
    'Ours',
    'Mine   ← editor’s, stays',
  ])
})

test('a conflict is followed by what the partner says, once', () => {
  const title = edits({ conflicts: [conflict('title', 'Mine', 'Yours')] })
  expect(markField('title', 'Mine', title)).toEqual([
    'Mine   ← editor’s, stays: in conflict',
    '    partner: Yours',
  ])
  const inner = edits({ conflicts: [conflict('inner', row('2 M'), row('3'))] })
  expect(markLines(['Ours', 'Number | 2 M', 'Number | 2 M'], inner)).toEqual([
    'Ours',
    'Number | 2 M   ← editor’s, stays: in conflict',
    '    partner: Number | 3',
    'Number | 2 M   ← editor’s, stays: in conflict',
  ])
})

test('a part that one of them removed is in conflict, too', () => {
  const both = [conflict('inner', '<p>Mine</p>', ''), conflict('inner', '', '<p>Yours</p>')]
  expect(markLines(['Mine'], edits({ conflicts: both }))).toEqual([
    'Mine   ← editor’s, stays: in conflict',
    '    partner: (removed)',
    '',
    'In conflict, removed by an editor:',
    '    partner: Yours',
  ])
})

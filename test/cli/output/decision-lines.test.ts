import { expect, test } from 'vitest'
import type { Conflict } from '../../../src/core/page/conflict.ts'
import type { PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import { noNames, type FieldNames } from '../../../src/core/record/field-names.ts'
import type { OpenDecision } from '../../../src/core/decisions/open-decision.ts'
import { toDecisionLines } from '../../../src/cli/output/decision-lines.ts'

const at = '2026-11-20T04:05:59.000Z'
const key = { gtin: '4006381333931', language: 'de-de' }
const conflict: Conflict = {
  pageId: 12,
  link: 'https://cms.example/band/',
  runId: '2026-11-20-1',
  at,
  fields: [{ field: 'title', base: 'Band', theirs: 'Band vom Redakteur', ours: 'Neues Band' }],
}
const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: '2026-11-20-2', at }
const hold: PendingDecision = { at, by: 'olive', kind: 'hold', reason: 'wird geprüft' }
const linesOf = (parts: Omit<OpenDecision, 'gtin' | 'language'>) =>
  toDecisionLines([{ ...key, ...parts }], false, noNames).slice(2)

test('an empty list of decisions is shown as such', () => {
  expect(toDecisionLines([], false, noNames)).toEqual(['No record needs a decision.'])
})

test('a conflict shows both versions, the page, since when, and the commands to decide', () => {
  expect(toDecisionLines([{ ...key, conflict }], false, noNames)).toEqual([
    '1 record needs a decision or has one pending:',
    '',
    '4006381333931/de-de',
    '  editor and partner both changed page 12, https://cms.example/band/; found by run 2026-11-20-1 at 2026-11-20 04:05 UTC; the editor’s text stays',
    '    title',
    '      before   Band',
    '      editor   Band vom Redakteur',
    '      partner  Neues Band',
    '  product-mirror resolve 4006381333931 de-de keep',
    '      the editor’s text stays',
    '  product-mirror resolve 4006381333931 de-de overwrite',
    '      the next run writes the partner’s text over the editor’s',
    '  product-mirror resolve 4006381333931 de-de hold',
    '      nothing is written to the page until it is released',
  ])
})

test.each([
  ['missing', 'removed by an editor'],
  ['duplicate', 'more than once in the page'],
  ['broken', 'broken'],
] as const)('a conflict in a block that is %s is shown with that cause', (block, said) => {
  const field = { field: 'inner' as const, base: '<p>A</p>', theirs: '', ours: '<p>B</p>' }
  const lines = linesOf({ conflict: { ...conflict, block, fields: [...conflict.fields, field] } })
  expect(lines).toContain('    title')
  expect(lines.slice(6, 10)).toEqual([
    `    mirrored block: ${said}`,
    '      before   A',
    '      editor   –',
    '      partner  B',
  ])
})

test('a held version shows why, and the command that accepts it', () => {
  expect(linesOf({ suspect })).toEqual([
    '4006381333931/de-de',
    '  a new version has been held since 2026-11-20 04:05 UTC, run 2026-11-20-2: the name became empty; the page is unchanged',
    '  product-mirror resolve 4006381333931 de-de accept',
    '      the next run writes the version that is held for its emptied fields or unusual values',
    '  product-mirror resolve 4006381333931 de-de hold',
    '      nothing is written to the page until it is released',
  ])
})

test('a hold shows who, since when and why, and offers only its release', () => {
  const lines = linesOf({ conflict, pending: hold })
  expect(lines.at(-1)).toBe(
    '  held by olive since 2026-11-20: wird geprüft. To mirror it again: product-mirror resolve 4006381333931 de-de release',
  )
  expect(lines.join('\n')).not.toContain('de-de keep')
})

test.each<[PendingDecision, string]>([
  [
    { at, by: 'olive', kind: 'overwrite', fields: ['title'], seen: 's' },
    '  olive decided at 2026-11-20 04:05 UTC to overwrite the title: the next run does it unless the page has changed',
  ],
  [
    { at, by: 'olive', kind: 'accept', digest: 'd' },
    '  olive decided at 2026-11-20 04:05 UTC to accept the held version: the next run writes it unless the partner has changed it',
  ],
])('a decision that is not applied yet is marked, with the command to revert it', (pending, said) => {
  const lines = linesOf({ pending })
  expect(lines[1]).toBe(said)
  expect(lines.at(-2)).toMatch(/resolve 4006381333931 de-de release$/)
})

test('a page that was released after an undo shows what the next run writes', () => {
  const lines = linesOf({ pending: { at, by: 'olive', kind: 'accept', digest: 'd', released: true } })
  expect(lines[1]).toBe(
    '  olive decided at 2026-11-20 04:05 UTC to release the page: the next run writes the partner’s version',
  )
  expect(lines.at(-2)).toMatch(/resolve 4006381333931 de-de hold$/)
})

test('the head of the list shows if there are more records', () => {
  const lines = toDecisionLines(
    [
      { ...key, conflict },
      { ...key, language: 'en-gb', pending: hold },
    ],
    true,
    noNames,
  )
  expect(lines[0]).toBe('The first 2 records that need a decision or have one pending; there are more:')
  expect(lines.filter((line) => /^\d/.test(line))).toEqual(['4006381333931/de-de', '4006381333931/en-gb'])
})

test('an editor’s text cannot control the terminal', () => {
  const fields = [{ field: 'excerpt' as const, base: '', theirs: 'a\u001b[31mb', ours: 'c\u202ed' }]
  expect(linesOf({ conflict: { ...conflict, fields } }).join('')).not.toMatch(/\u001b|\u202e/)
})

test('terms and files have their names; unknown ones keep their ids', () => {
  const names: FieldNames = new Map([
    [
      'terms.product_cat',
      new Map([
        [12, 'Tapes > Roof'],
        [15, 'New'],
      ]),
    ],
    ['acf.datasheet', new Map([[501, 'roof-tape.pdf']])],
  ])
  const fields: Conflict['fields'] = [
    { field: 'terms.product_cat', base: '12', theirs: '12, 99', ours: '12, 15' },
    { field: 'acf.datasheet', base: '', theirs: '7', ours: '501' },
    { field: 'meta.stock', base: '12', theirs: '15', ours: '501' },
  ]
  const lines = toDecisionLines([{ ...key, conflict: { ...conflict, fields } }], false, names)
  expect(lines.slice(4, 16).map((line) => line.trim())).toEqual([
    'terms.product_cat',
    'before   Tapes > Roof (12)',
    'editor   Tapes > Roof (12), 99',
    'partner  Tapes > Roof (12), New (15)',
    'acf.datasheet',
    'before   –',
    'editor   7',
    'partner  roof-tape.pdf (501)',
    'meta.stock',
    'before   12',
    'editor   15',
    'partner  501',
  ])
})

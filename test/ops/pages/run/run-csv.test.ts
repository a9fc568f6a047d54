import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine } from '../../../../src/ops/pages/run/run-csv.ts'

test('a cell that a spreadsheet would calculate starts with an apostrophe', () => {
  for (const cell of ['=1+1', '+49', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n+1', '＝1+1', '"=1"'])
    expect(parse(csvLine([cell]), { relax_quotes: false })).toEqual([
      [cell.startsWith('"') ? cell : `'${cell}`],
    ])
})

test('all other cells are unchanged after parsing', () => {
  const cells = ['a,b', 'sie sagte "ja"', 'zwei\nZeilen', 'ein\r\nUmbruch', '', '4026639012345', '1-2']
  expect(parse(csvLine(cells))).toEqual([cells])
  expect(csvLine(['a', undefined, 41])).toBe('a,,41\r\n')
})

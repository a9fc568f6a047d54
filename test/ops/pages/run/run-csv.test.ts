import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../../../src/ops/pages/run/run-csv.ts'
import { anyHostileText } from '../../../helpers/content/hostile-texts.ts'

test('a cell that a spreadsheet would evaluate starts with an apostrophe', () => {
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

test('no text starts a formula, leaves its cell or contains a control character', () => {
  fc.assert(
    fc.property(fc.array(anyHostileText(), { minLength: 1 }), (cells) => {
      const line = csvLine(cells)
      const [parsed = []] = parse(line, { skipEmptyLines: false })
      expect(parsed).toHaveLength(cells.length)
      expect(line).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      )
      for (const cell of parsed) {
        expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
        expect(cell).not.toMatch(/;[=+\-@]/)
      }
    }),
  )
})

import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { toJson } from '../../../src/lib/text/json.ts'
import { toOneLine } from '../../../src/lib/text/one-line.ts'
import { toPlainLines } from '../../../src/lib/text/plain-lines.ts'
import { quote } from '../../../src/lib/text/quote.ts'
import { forgetSecrets, rememberSecrets } from '../../../src/lib/text/secrets.ts'
import { activeCharacters, anyHostileText } from '../../helpers/content/hostile-texts.ts'

afterEach(forgetSecrets)

test('a text on one line has no control character, and blanks without one stay', () => {
  fc.assert(
    fc.property(anyHostileText(), (text) => {
      expect(toOneLine(text)).not.toMatch(activeCharacters)
      expect(toOneLine(text)).not.toContain('\n')
    }),
  )
  expect(toOneLine('  a  b \n c\u001b[0m')).toBe('  a  b c [0m')
})

test('the cost of many blanks is proportional to their number', () => {
  const costOf = (length: number): number => {
    const text = `${' '.repeat(length)}x`
    const costs = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      toOneLine(text)
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.max(200, Math.min(...costs))
  }
  costOf(10_000)
  expect(costOf(1_000_000) / costOf(100_000)).toBeLessThan(40)
})

test('a message keeps its own lines', () => {
  expect(toPlainLines('two errors:\n  - a\u001b[2J\n  - b')).toBe('two errors:\n  - a [2J\n  - b\n')
})

test('JSON has no raw control character and the same value', () => {
  fc.assert(
    fc.property(fc.record({ text: anyHostileText(), list: fc.array(anyHostileText()) }), (value) => {
      const json = toJson(value)
      expect(json).not.toMatch(activeCharacters)
      expect(json).not.toContain('\n')
      expect(JSON.parse(json)).toEqual(value)
    }),
  )
})

test('JSON hides secrets in values', () => {
  rememberSecrets(['topsecret'])
  expect(toJson({ topsecret: 'my topsecret', count: 1 })).toBe('{"topsecret":"my [hidden]","count":1}')
})

test('a quotation is on one line, without secrets, and never ends with half of one', () => {
  rememberSecrets(['topsecret-value'])
  expect(quote(`${'x'.repeat(295)} topsecret-value`)).toBe(`${'x'.repeat(295)} [hid…`)
  expect(quote('said\n\u001b[2J Bearer abcd3fgh at redis://:pw@host')).toBe(
    'said [2J Bearer [hidden] at redis://:[hidden]@host',
  )
})

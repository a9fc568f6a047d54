import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from '../../../src/lib/http/strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text))

test('valid JSON is parsed like JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      expect(parse(JSON.stringify(value, undefined, indent))).toEqual({ state: 'value', value })
    }),
  )
})

test('text that is not JSON has no value', () => {
  for (const text of ['', '<html>', '{"a":1', '{"a":1}}', 'NaN', "{'a':1}"])
    expect(parse(text)).toEqual({ state: 'none' })
})

test('a byte order mark is ignored', () => {
  expect(parse('\uFEFF{"a":1}')).toEqual({ state: 'value', value: { a: 1 } })
})

test.each([
  ['{"price":1,"name":"x","price":2}', 'has the field "price" twice'],
  ['{"price" : 1, "pr\\u0069ce"\n:2}', 'has the field "price" twice'],
  ['{"a":[{"b":{"c":1}},{"b":1,"c":2,"b":3}]}', 'has the field "b" twice'],
  ['[{"a\\"":1,"a\\"":2}]', 'has the field "a\\"" twice'],
  ['{"__proto__":1,"__proto__":2}', 'has the field "__proto__" twice'],
  ['{"a":{},"a":{}}', 'has the field "a" twice'],
  [`{"price":${'1'.repeat(101)}}`, 'has a number of more than 100 characters in "price"'],
  [`{"price":-0.${'0'.repeat(1_000_000)}1e-5}`, 'has a number of more than 100 characters in "price"'],
  [`{"price":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'is nested deeper than 50 levels in "price"'],
  [`{"a":1,"b":${'{"c":'.repeat(51)}1${'}'.repeat(51)}}`, 'is nested deeper than 50 levels in "c"'],
  ['{"name":"\\ud83d"}', 'has half a character (\\ud83d) in "name"'],
  ['{"name":"\\uDE00\\uD83D"}', 'has half a character (\\uDE00) in "name"'],
])('an error is reported: %.40s', (text, fault) => {
  expect(parse(text)).toEqual({ state: 'faulty', fault })
})

test.each([
  '{"a":{"x":1},"b":{"x":1}}',
  '[{"x":1},{"x":1}]',
  '{"a":"a","b":"a: \\"a\\": 1"}',
  '{"a":"\\\\","b":"\\\\\\"","c":["a","b",":"]}',
  '{"name":"\\ud83d\\ude00","text":"\\\\ud83d"}',
  `{"price":${'1'.repeat(100)}}`,
  `{"text":"${'1'.repeat(1_000)}"}`,
])('no error is reported for %.60s', (text) => {
  expect(parse(text)).toEqual({ state: 'value', value: JSON.parse(text) })
})

test('bytes that are not UTF-8 are an error, reported with the text before them', () => {
  const bytes = Buffer.concat([Buffer.from('{"name":"Gr'), Buffer.from([0xfc]), Buffer.from('n"}')])
  expect(parseStrictJson(bytes)).toEqual({
    state: 'faulty',
    fault: 'is not valid UTF-8 after “{"name":"Gr”',
  })
})

describe('the cost is at most a multiple of that of JSON.parse', () => {
  const size = 1_000_000
  const hostile: [string, string][] = [
    ['digits', `{"price":${'1'.repeat(size)}}`],
    ['open lists', '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['open objects', '{"a":'.repeat(size / 6) + '1' + '}'.repeat(size / 6)],
    ['escaped quotes', `{"a":"${'\\"'.repeat(size / 2)}"}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(size / 2)}"}`],
    [
      'spaces before colons',
      `{${Array.from({ length: 10 }, (_, i) => `"a${i}"${' '.repeat(size / 10)}:1`).join()}}`,
    ],
    ['short strings', `[${'"",'.repeat(size / 3)}""]`],
    ['many fields', `{${Array.from({ length: size / 10 }, (_, i) => `"${i}":1`).join()}}`],
    ['surrogates', `{"a":"${'\\ud83d\\ude00'.repeat(size / 12)}"}`],
  ]

  test.each(hostile)('with many %s', (_, text) => {
    const bytes = Buffer.from(text)
    // Below a millisecond the clock is too coarse.
    const least = Math.max(
      cpuOf(() => JSON.parse(text)),
      1_000,
    )
    // Quadratic time would be thousands of times as long.
    expect(cpuOf(() => parseStrictJson(bytes))).toBeLessThan(200 * least)
  })
})

/** The minimum CPU time of several rounds, in microseconds. */
function cpuOf(work: () => unknown): number {
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user
  })
  return Math.min(...rounds)
}

import { expect, test } from 'vitest'
import { findStray } from '../../../src/lib/http/stray-text.ts'

const json = '[{"id":1,"content":{"raw":"<p>[a] {b}</p>"}}]'
const notice =
  '<br />\n<b>Notice</b>:  Undefined index: [0] {"a" in <b>/srv/wp-content/plugins/shop/shop.php</b> on line <b>12</b><br />\n'

const find = (text: string) => {
  const stray = findStray({ bytes: Buffer.from(text) })
  return stray && { ...stray, json: stray.json && Buffer.from(stray.json).toString() }
}

test.each([
  [
    'a notice of PHP',
    notice,
    'Notice : Undefined index: [0] {"a" in /srv/wp-content/plugins/shop/shop.php on line 12',
  ],
  [
    'two notices in plain text',
    '\nWarning: x in a.php on line 1\n\nWarning: y in b.php on line 2\n',
    'Warning: x in a.php on line 1 Warning: y in b.php on line 2',
  ],
  [
    'a dump of a variable',
    'Array\n(\n    [0] => 1\n    [a] => {"b":1}\n)\n',
    'Array ( [0] => 1 [a] => {"b":1} )',
  ],
  ['a byte order mark', '\uFEFF', 'a byte order mark'],
  ['two byte order marks', '\uFEFF\uFEFF\n', 'a byte order mark'],
])('%s before whole JSON is found', (_, before, words) => {
  expect(find(before + json)).toEqual({ words, place: 'before', json })
})

test.each([
  ['a comment of a cache', '\n<!-- Performance optimized by W3 -->', 'Performance optimized by W3'],
  ['a deprecation of PHP', '<br />\n<b>Deprecated</b>: f() in x.php', 'Deprecated : f() in x.php'],
  ['a comment with JSON in it', '<!-- {"cached":true} -->', '{"cached":true}'],
  ['a list in brackets', '\nWarning: [1] in x.php', 'Warning: [1] in x.php'],
])('%s after whole JSON is found', (_, after, words) => {
  expect(find(json + after)).toEqual({ words, place: 'after', json })
  expect(find(`\uFEFF${json}${after}`)).toEqual({ words, place: 'after', json })
})

test('text on both sides of the JSON is found, and the first of it is quoted', () => {
  const words = 'Warning: x in a.php'
  expect(find(`Warning: x in a.php\n${json}\n<!-- cache -->`)).toEqual({ words, place: 'before', json })
})

test('two JSON values are rejected, and the text after the first is quoted', () => {
  expect(find('{"id":1}\n[{"id":2}] x')).toEqual({ words: '[{"id":2}] x', place: 'after', json: undefined })
  expect(find('{"id":1}[{"id":2}]')?.json).toBeUndefined()
})

test.each([
  ['JSON alone', json],
  ['JSON after blanks', `\r\n ${json}`],
  ['a notice before cut JSON', notice + json.slice(0, -1)],
  ['a web page', '<html><script>var a = {"b":1}</script></html>'],
  ['nothing', ''],
])('%s is not reported as stray text', (_, text) => {
  expect(find(text)).toBeUndefined()
})

test.each([
  ['open lists', '['],
  ['open objects', '{"a":'],
  ['tags', '<'],
])('the cost of many %s is bounded', (_, unit) => {
  const [small = 0, large = 0] = [100_000, 1_000_000].map((size) => {
    const bytes = Buffer.from(`x${unit.repeat(size / unit.length)}`)
    const before = process.cpuUsage()
    findStray({ bytes })
    return process.cpuUsage(before).user
  })
  expect(large).toBeLessThan(40 * Math.max(small, 10_000))
})

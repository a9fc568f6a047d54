import { expect, test } from 'vitest'
import { plainWords } from '../../src/lib/http/plain-words.ts'

test.each([
  [
    'a page of an error',
    '<!DOCTYPE html><html><head><title>Oops</title><style>p{}</style></head><body><h1>Error</h1>\n<p>There has been a <b>critical error</b> on this website.</p></body></html>',
    'Error There has been a critical error on this website.',
  ],
  ['plain text', '  Bad\r\n\tgateway ', 'Bad gateway'],
  ['entities', '<p>A &amp; B &#8217;s&nbsp;&hellip;</p>', 'A & B ’s'],
  ['scripts and comments', '<script>alert("<p>")</script><!-- no --><p>yes</p>', 'yes'],
  ['characters that move the cursor', 'a\u001B[2Jb\u202Ec', 'a [2Jb c'],
  ['nothing', '', ''],
])('%s in plain words', (_, text, words) => {
  expect(plainWords(text)).toBe(words)
})

test('only the start of a long page is kept', () => {
  expect(plainWords('word '.repeat(100))).toHaveLength(200)
  expect(plainWords('word '.repeat(100))).toMatch(/word…$/)
})

test.each(['<', '<!--', '<script', '<head><!--', '&a', ' '])(
  'the cost of many %j is at most proportional',
  (unit) => {
    const [small = 0, large = 0] = [20_000, 200_000].map((size) => {
      const text = unit.repeat(size / unit.length)
      const before = process.cpuUsage()
      plainWords(text)
      return process.cpuUsage(before).user
    })
    expect(large).toBeLessThan(40 * Math.max(small, 2_000))
  },
)
test.each([
  ['an element that never ends', '<head><p>shown</p>', 'shown'],
  ['a comment that never ends', '<!-- a <b>shown</b>', 'shown'],
  ['a tag that never ends', 'shown <b', 'shown <b'],
  ['capitals', '<SCRIPT>x</Script><STYLE>y</STYLE>shown', 'shown'],
  ['letters that grow in lower case', 'İİİ<style>x</style>shown', 'İİİ shown'],
  ['elements with a similar name', '<header>shown</header>', 'shown'],
])('%s in plain words', (_, text, words) => {
  expect(plainWords(text)).toBe(words)
})

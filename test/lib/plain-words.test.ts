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

test('only the beginning of a long page is kept', () => {
  expect(plainWords('word '.repeat(100))).toHaveLength(200)
  expect(plainWords('word '.repeat(100))).toMatch(/word…$/)
})

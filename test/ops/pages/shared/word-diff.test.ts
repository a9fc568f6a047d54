import { expect, test } from 'vitest'
import { diffWords } from '../../../../src/ops/pages/shared/word-diff.ts'

const marked = (before: string, after: string): string =>
  diffWords(before, after)
    .all.map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test.each([
  ['der alte Name', 'der neue Name', 'der [-alte-]{+neue+} Name'],
  ['eins zwei drei vier', 'eins ZWEI DREI vier', 'eins [-zwei drei-]{+ZWEI DREI+} vier'],
  ['', 'neu', '{+neu+}'],
  ['alt', '', '[-alt-]'],
  ['gleich', 'gleich', 'gleich'],
  ['Preis: 1,00 €', 'ganz anderes', '[-Preis: 1,00 €-]{+ganz anderes+}'],
])('%j to %j reads %s', (before, after, read) => {
  expect(marked(before, after)).toBe(read)
})

test('each version is shown as it is, and short values are shown in full', () => {
  const { before, after } = diffWords('ein roter Ball, groß', 'ein blauer Ball, klein')
  expect(before.map(({ text }) => text).join('')).toBe('ein roter Ball, groß')
  expect(after.map(({ text }) => text).join('')).toBe('ein blauer Ball, klein')
})

test('long equal parts are shortened to the words around a difference', () => {
  const words = Array.from({ length: 100 }, (_, index) => `wort${index}`).join(' ')
  const text = marked(`${words} alt ${words}`, `${words} neu ${words}`)
  expect(text).toMatch(/^… wort\d+ .* wort99 \[-alt-\]\{\+neu\+\} wort0 .* wort\d+ …$/)
  expect(text.length).toBeLessThan(160)
})

test('two values with nothing in common are not compared endlessly', () => {
  const text = (lead: string) => Array.from({ length: 5_000 }, (_, index) => `${lead}${index}`).join(' ')
  const { all } = diffWords(text('a'), text('b'))
  expect(all.map(({ kind }) => kind)).toEqual(['gone', 'new'])
})

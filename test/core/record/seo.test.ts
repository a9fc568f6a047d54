import { expect, test } from 'vitest'
import { seoOf } from '../../../src/core/record/seo.ts'

const product = (more: object) => ({ name: 'Band', intro: '', application_short: '', ...more })
const description = (more: object) => seoOf(product(more))['_seo_metadesc']

test('title and focus keyphrase are the name, the description is the intro, each on one line', () => {
  expect(
    seoOf(product({ name: ' Band\n“X”\u0000 & Y ', intro: 'Eins.\n\nZwei.', application_short: 'Drei.' })),
  ).toEqual({
    _seo_title: 'Band “X” & Y',
    _seo_metadesc: 'Eins. Zwei.',
    _seo_focuskw: 'Band “X” & Y',
  })
})

test('without an intro the short application describes it, without both nothing does', () => {
  expect(description({ application_short: 'Für Fugen.' })).toBe('Für Fugen.')
  expect(description({})).toBe('')
})

test.each([
  ['what fits stays whole', 'a'.repeat(155), 'a'.repeat(155)],
  ['what is longer ends behind a word', `${'a'.repeat(150)}, bbbbbbbb`, `${'a'.repeat(150)}…`],
  ['a word that just fits stays', `${'a'.repeat(150)} bbbb cccc`, `${'a'.repeat(150)} bbbb…`],
  ['without spaces it ends anywhere, but in no character', '𠀀'.repeat(160), `${'𠀀'.repeat(155)}…`],
])('%s', (_, intro, said) => {
  expect(description({ intro })).toBe(said)
})

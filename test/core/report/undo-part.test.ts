import { expect, test } from 'vitest'
import { describeUndoPart } from '../../../src/core/report/undo-part.ts'

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ gtins: ['4026639012340'] }, 'product 4026639012340'],
  [
    { gtins: ['4026639012340'], languages: ['de-de', 'en-gb'], fields: ['price'] },
    'product 4026639012340, languages de-de, en-gb, field price',
  ],
  [{ languages: ['de', 'en', 'fr', 'it'] }, '4 languages'],
])('an undo of %j covers %s', (part, text) => {
  expect(describeUndoPart(part)).toBe(text)
})

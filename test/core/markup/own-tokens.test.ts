import { expect, test } from 'vitest'
import { ownTokens } from '../../../src/core/markup/own-tokens.ts'

test('the class tokens of our parts are found once, without the signature of a listing', () => {
  expect(ownTokens('<!-- wp:columns {"className":"a mirror-hero mirror-hero"} -->')).toEqual(['mirror-hero'])
  expect(ownTokens('<p class="mirror-says-Ab12-cd mirror-languages">')).toEqual(['mirror-languages'])
  expect(ownTokens('<p>')).toEqual([])
})

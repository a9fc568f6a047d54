import { expect, test } from 'vitest'
import { referenceOf } from '../../../src/core/markup/moved-address.ts'

test.each([
  ['mailto:shop@example.com', 'mailto:shop@example.com'],
  [' tel:+49 30 1 ', 'tel:+49 30 1'],
  ['http://[', 'http://['],
  ['#products-a', 'site.invalid#products-a'],
  ['https://cms.example/uploads/2026/11/tape-300x200.jpg', '/2026/11/tape.jpg'],
])('the target of %j is %j, wherever the site is', (address, target) => {
  expect(referenceOf(address)).toBe(target)
})

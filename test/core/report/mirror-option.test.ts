import { expect, test } from 'vitest'
import { nameMirror } from '../../../src/core/report/mirror-option.ts'

test('every command in a text names the mirror', () => {
  expect(
    nameMirror('Run: product-mirror approve 2026-11-20-3, or product-mirror status --failing.', 'brand-a'),
  ).toBe(
    'Run: product-mirror approve --mirror brand-a 2026-11-20-3, or product-mirror status --mirror brand-a --failing.',
  )
})

test('a command that names its mirror stays as it is', () => {
  const named = nameMirror('product-mirror sync', 'brand-a')
  expect(nameMirror(named, 'brand-b')).toBe('product-mirror sync --mirror brand-a')
})

test.each([
  'product-mirror daemon',
  'product-mirror gtin-4006381333931 lang-de-de',
  'product-mirror syncs',
  'A newer product-mirror wrote it',
])('other words stay as they are: %s', (text) => {
  expect(nameMirror(text, 'brand-a')).toBe(text)
})

test('without a mirror, nothing is added', () => {
  expect(nameMirror('product-mirror sync', undefined)).toBe('product-mirror sync')
})

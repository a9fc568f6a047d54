import { expect, test } from 'vitest'
import { textOfGroup } from '../../../src/core/views/run-index.ts'
import { because } from '../../helpers/content/reason-of.ts'

const example = {
  gtin: '4006381333931',
  language: 'de-de',
  result: 'failed',
  reasons: because('page 7 is locked'),
} as const

test('a group of reasons shows its whole text only if all records have the same', () => {
  expect(textOfGroup({ id: 'a', example, isAlike: true }, 'sync')).toBe('page 7 is locked')
  expect(textOfGroup({ id: 'a', example, isAlike: false }, 'sync')).toBe('page … is locked')
})

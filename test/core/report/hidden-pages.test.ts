import { expect, test } from 'vitest'
import { hiddenFromEditors } from '../../../src/core/report/hidden-pages.ts'

test('one hidden page may be that of the privacy policy, several are not', () => {
  expect(hiddenFromEditors(1)).toContain('privacy policy')
  expect(hiddenFromEditors(2)).toBe('')
})

import { expect, test } from 'vitest'
import { diffFence } from '../../../src/core/report/markdown.ts'

test('no text of a diff can end its fence', () => {
  const text = 'one\r```\ntwo\r\n```'
  const fence = diffFence([{ title: 'field\n```', lines: [{ mark: '+', text }] }])
  expect(fence).toBe('```diff\n@@ field ``` @@\n+ one\n+ ```\n+ two\n+ ```\n```')
})

test('without differences there is no fence', () => {
  expect(diffFence([])).toBe('')
})

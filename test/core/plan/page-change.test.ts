import { expect, test } from 'vitest'
import { explainPageChange, fingerprintOf } from '../../../src/core/plan/page-change.ts'
import { pageOf } from '../../helpers/content/records.ts'

const page = pageOf(undefined, { id: 23, status: 'publish' })

test('a fingerprint changes with status and content, not with the time of the last save', () => {
  const before = fingerprintOf([page])
  expect(fingerprintOf([{ ...page, modifiedGmt: '2026-11-21T04:00:00', revision: 99 }])).toBe(before)
  for (const change of [
    { status: 'draft' },
    { title: 'x' },
    { excerpt: 'x' },
    { content: 'x' },
    { featuredMedia: 9 },
  ] as const)
    expect(fingerprintOf([{ ...page, ...change }])).not.toBe(before)
})

test('a changed page is explained by its visible difference', () => {
  const before = fingerprintOf([page])
  expect(explainPageChange(before, fingerprintOf([]))).toBe('the page is gone')
  expect(explainPageChange(fingerprintOf([]), before)).toBe('a page appeared at its address')
  expect(explainPageChange(undefined, before)).toBe('the page was edited')
  expect(explainPageChange(before, fingerprintOf([{ ...page, title: 'x' }]))).toBe('the page was edited')
  expect(explainPageChange(before, fingerprintOf([{ ...page, id: 24, status: 'draft' }]))).toBe(
    'the page was edited',
  )
  const hidden = fingerprintOf([{ ...page, status: 'private' }])
  expect(explainPageChange(before, hidden)).toBe('the page was publish and is private now')
})

import { expect, it } from 'vitest'
import { documentUses, mustStay } from '../../../src/core/media/kept-documents.ts'

const pdf = 'application/pdf'

it('declarations of performance and safety data sheets are kept; data sheets are not, and images do not count as documents', () => {
  const hashes = new Map([
    ['/a', 'aa'],
    ['/b', 'bb'],
    ['/c', 'cc'],
    ['/i', 'ii'],
  ])
  const uses = documentUses(
    [
      { url: '/a', kind: 'pdf', field: 'safety_datasheet' },
      { url: '/b', kind: 'pdf', field: 'declaration_of_performance' },
      { url: '/c', kind: 'pdf', field: 'datasheet' },
      { url: '/i', kind: 'image', field: 'image' },
      { url: '/unknown', kind: 'pdf', field: 'datasheet' },
    ],
    (url) => hashes.get(url),
  )
  expect(uses).toEqual([
    { sha256: 'aa', use: 'kept' },
    { sha256: 'bb', use: 'kept' },
    { sha256: 'cc', use: 'free' },
  ])
})

it.for([
  [pdf, 'kept', true],
  [pdf, undefined, true],
  [pdf, 'unreadable', true],
  [pdf, 'free', false],
  ['image/png', undefined, false],
  ['application/octet-stream', undefined, true],
] as const)('a file of type %s and use %s must stay: %s', ([mime, use, stays]) => {
  expect(mustStay(mime, use)).toBe(stays)
})

import { expect, test } from 'vitest'
import { patternOf, subRequestsOf, writeKind } from '../../src/mock/stats-writes.ts'

test.each([
  ['POST', '/cms/v2/pages', 'pages.create'],
  ['POST', '/cms/v2/pages/12', 'pages.update'],
  ['PUT', '/cms/v2/pages/12', 'pages.update'],
  ['DELETE', '/cms/v2/pages/12', 'pages.delete'],
  ['POST', '/cms/v2/pages/12/autosaves', 'pages/autosaves.create'],
  ['DELETE', '/cms/v2/pages/12/revisions/13', 'pages/revisions.delete'],
  ['POST', '/cms/v2/media', 'media.create'],
  ['POST', '/cms-sync/v1/updates', 'cms-sync/updates.create'],
  ['GET', '/cms/v2/pages', null],
])('%s %s counts as %s', (method, path, kind) => {
  expect(writeKind(method, path)).toBe(kind)
})

test('sub-requests are read from a parsed or raw body, and a broken body has none', () => {
  const body = {
    requests: [{ path: '/cms/v2/pages?_fields=id' }, { method: 'DELETE', path: '/cms/v2/pages/3' }, 7],
  }
  const expected = [
    { method: 'POST', path: '/cms/v2/pages' },
    { method: 'DELETE', path: '/cms/v2/pages/3' },
  ]
  for (const given of [body, JSON.stringify(body), Buffer.from(JSON.stringify(body))]) {
    expect(subRequestsOf(given)).toEqual(expected)
  }
  for (const broken of ['{', undefined, [], { requests: 1 }]) expect(subRequestsOf(broken)).toEqual([])
})

test('patterns identify routes, not rows', () => {
  expect(patternOf('/product/4026639012340/')).toBe('/product/:gtin/')
  expect(patternOf('/cms/v2/pages/12/revisions/3')).toBe('/cms/v2/pages/:id/revisions/:id')
  expect(patternOf('/media/documents/datasheet/4026639012340-de-de.pdf')).toBe(
    '/media/documents/datasheet/:file',
  )
})

import { expect } from 'vitest'
import { assetUrl } from '../../src/ops/assets.ts'
import { withOps } from '../helpers/ops.ts'

const test = withOps()

test('a file is cached for a year under its versioned URL', async ({ app }) => {
  const { headers, statusCode } = await app.inject({ url: assetUrl('base.css') })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/css; charset=utf-8')
  expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
})

test('a file under any other URL is revalidated with 304', async ({ app }) => {
  const { headers } = await app.inject({ url: '/assets/live.js?v=old' })
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  const known = { 'if-none-match': `"other", W/${String(headers.etag)}` }
  const again = await app.inject({ url: '/assets/live.js', headers: known })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the URL of an unknown file throws', () => {
  expect(() => assetUrl('gone.css')).toThrow('gone.css')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { assetUrl } from '../../src/ops/assets.ts'
import { opsApp, startOps } from './start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let app: FastifyInstance
beforeAll(async () => {
  ops = await startOps()
  app = opsApp(ops.deps)
})
afterAll(async () => {
  await app.close()
  await ops.close()
})

test('a file is cached for a year under its versioned address', async () => {
  const { headers, statusCode } = await app.inject({ url: assetUrl('base.css') })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/css; charset=utf-8')
  expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
})

test('under any other address it is revalidated and answered with 304', async () => {
  const { headers } = await app.inject({ url: '/assets/live.js?v=old' })
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  const known = { 'if-none-match': `"other", W/${String(headers.etag)}` }
  const again = await app.inject({ url: '/assets/live.js', headers: known })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the address of an unknown file throws', () => {
  expect(() => assetUrl('gone.css')).toThrow('gone.css')
})

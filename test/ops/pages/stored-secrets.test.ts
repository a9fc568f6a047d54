import { because } from '../../helpers/content/reason-of.ts'
import { afterEach, expect } from 'vitest'
import { forgetSecrets, rememberSecrets } from '../../../src/lib/text/secrets.ts'
import { withOps } from '../../helpers/ops.ts'
import { aRun } from '../start-ops.ts'

afterEach(forgetSecrets)

const message = 'the partner said topsecret-value'
const record = { gtin: '4006381333931', language: 'de-de' }

/** In the form of an older version. */
const test = withOps(async ({ runs, queue }) => {
  const run = aRun({
    id: '2026-11-20-1',
    state: 'failed',
    failure: { cause: 'partner', message },
    notes: [{ code: 'catalog', detail: message }],
  })
  await runs.begin(run)
  await runs.saveOutcomes(run.id, [{ ...record, result: 'failed', reasons: because(message) }])
  await queue.add('batch', { note: message })
  return undefined
})

test.for([
  '/',
  '/runs',
  '/runs/2026-11-20-1',
  '/runs/2026-11-20-1.json',
  '/runs/2026-11-20-1.csv',
  '/runs/2026-11-20-1.md',
  '/api/runs',
  '/api/runs/2026-11-20-1',
  `/products/${record.gtin}`,
  `/api/products/${record.gtin}/history`,
  '/queues/api/queues?page=1&jobsPerPage=10&status=latest',
])('%s hides a secret that Redis already contains', async (url, { app, ops }) => {
  const read = async () =>
    (
      await app.inject({
        url: url.replace('queues?', `queues?activeQueue=${ops.queue.name}&`),
        headers: { accept: 'text/html' },
      })
    ).body
  const before = await read()
  rememberSecrets(['topsecret-value'])
  const after = await read()
  expect(after).not.toContain('topsecret')
  expect(after.includes('[hidden]')).toBe(before.includes('topsecret'))
})

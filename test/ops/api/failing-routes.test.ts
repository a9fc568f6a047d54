import { because } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { countFailure, type Failing } from '../../../src/core/decisions/quarantine.ts'
import { withOps } from '../../helpers/ops.ts'
import { gtin } from '../start-ops.ts'

const at = new Date('2026-11-20T04:00:00Z')
const key = { gtin, language: 'de-de' }

const test = withOps()

test.beforeEach(async ({ ops }) => {
  let often: Failing | undefined
  for (let run = 1; run <= 5; run++)
    often = countFailure(often, { runId: `${run}`, reasons: because('returned 500'), at })
  const once = countFailure(undefined, { runId: '1', reasons: because('returned 404'), at })
  await ops.deps.failing.save([
    { key: { gtin, language: 'en-gb' }, value: once },
    ...(often ? [{ key, value: often }] : []),
  ])
})
test('failing records are listed, most failures first', async ({ app }) => {
  expect((await app.inject('/api/failing')).json()).toEqual({
    quarantined: 1,
    failing: [
      {
        ...key,
        count: 5,
        since: at.toISOString(),
        reason: 'returned 500',
        nextTryAt: '2026-11-20T10:00:00.000Z',
      },
      { gtin, language: 'en-gb', count: 1, since: at.toISOString(), reason: 'returned 404' },
    ],
  })
  expect((await app.inject('/api/failing?limit=1')).json()).toMatchObject({
    quarantined: 1,
    failing: [{ count: 5 }],
  })
})

test('records in quarantine are counted in the metrics', async ({ app }) => {
  expect((await app.inject('/metrics')).body).toContain('\nproduct_mirror_quarantined_records 1\n')
})

test('a record is released from quarantine only once', async ({ app }) => {
  const url = `/api/products/${gtin}/de-de/retry`
  const first = await app.inject({ method: 'POST', url })
  expect([first.statusCode, first.json()]).toEqual([200, { retried: key }])
  const second = await app.inject({ method: 'POST', url })
  expect(second.statusCode).toBe(409)
  expect(second.body).toContain(`${gtin}/de-de is not in quarantine`)
  expect((await app.inject('/api/failing')).json()).toMatchObject({ quarantined: 0 })
})

test.for([
  ['POST', '/api/products/123/de-de/retry', 'gtin'],
  ['POST', `/api/products/${gtin}/DE/retry`, 'language'],
  ['GET', '/api/failing?limit=0', 'limit'],
] as const)('%s %s is rejected with the invalid field', async ([method, url, field], { app }) => {
  const answer = await app.inject({ method, url })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain(field)
})

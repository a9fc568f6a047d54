import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import type { OpsControl } from '../../../src/ops/deps.ts'
import { withOps } from '../../helpers/ops.ts'
import { aRun, gtin } from '../start-ops.ts'

const asked: string[] = []
let answer: Awaited<ReturnType<OpsControl['undo']>>

const it = withOps(async (ops) => {
  const control: OpsControl = {
    ...ops.deps.control,
    async undo({ undoes }) {
      asked.push(undoes)
      return answer
    },
  }
  await ops.saveRun(aRun())
  await ops.runs.saveOutcomes('2026-11-20-1', [
    { gtin, language: 'de', result: 'updated', fields: ['name'], pageId: 7 },
    { gtin, language: 'en', result: 'failed', reasons: because('price: "n/a" is not a number') },
  ])
  return { control }
}).extend('ask', ({ app }) => async (method: 'GET' | 'POST', url: string) => {
  const { statusCode, json, headers } = await app.inject({ method, url })
  return { status: statusCode, body: json(), headers }
})

describe('GET /api/products/:gtin/history', () => {
  it('lists the results and reasons in every language', async ({ ask }) => {
    const { status, body } = await ask('GET', `/api/products/${gtin}/history`)
    expect(status).toBe(200)
    const run = { at: '2026-11-20T05:00:00.000Z', runId: '2026-11-20-1', kind: 'sync', trigger: 'schedule' }
    expect(body).toEqual({
      gtin,
      pages: [],
      entries: [
        {
          gtin,
          language: 'de',
          result: 'updated',
          fields: ['name'],
          pageId: 7,
          why: 'the partner changed it',
          ...run,
        },
        {
          gtin,
          language: 'en',
          result: 'failed',
          reason: 'price: "n/a" is not a number',
          why: 'price: "n/a" is not a number',
          ...run,
        },
      ],
    })
  })

  it('lists only the requested language', async ({ ask }) => {
    const { body } = await ask('GET', `/api/products/${gtin}/history?language=en`)
    expect(body.entries.map(({ language }: { language: string }) => language)).toEqual(['en'])
  })

  it.for([
    ['/api/products/4006381333932/history', 400, 'check digit'],
    [`/api/products/${gtin}/history?language=EN`, 400, 'language'],
    [`/api/products/${gtin}/history?lang=en`, 400, 'allowed are language'],
    ['/api/products/4012345000009/history', 404, 'Nothing is known about product 4012345000009'],
  ] as const)('%s is rejected with %i', async ([url, expected, said], { ask }) => {
    const { status, body } = await ask('GET', url)
    expect(status).toBe(expected)
    expect(body.error.message).toContain(said)
  })
})

describe('POST /api/runs/:id/undo', () => {
  it('starts a run and returns its URL', async ({ ask }) => {
    answer = { ok: true, run: aRun({ id: '2026-11-20-7', kind: 'undo', undoes: '2026-11-20-1' }) }
    const { status, body, headers } = await ask('POST', '/api/runs/2026-11-20-1/undo')
    expect(status).toBe(202)
    expect(body.run).toMatchObject({ id: '2026-11-20-7', kind: 'undo', undoes: '2026-11-20-1' })
    expect(headers['location']).toBe('/api/runs/2026-11-20-7')
    expect(asked).toEqual(['2026-11-20-1'])
  })

  it('explains why a run cannot be undone', async ({ ask }) => {
    answer = { ok: false, reason: 'Run 2026-11-20-1 changed no page: there is nothing to undo.' }
    const { status, body } = await ask('POST', '/api/runs/2026-11-20-1/undo')
    expect(status).toBe(409)
    expect(body.error).toEqual({ code: 'cannot_undo', message: answer.reason })
  })

  it('returns 404 for a run that does not exist', async ({ ask }) => {
    expect((await ask('POST', '/api/runs/2000-01-01-1/undo')).status).toBe(404)
  })
})

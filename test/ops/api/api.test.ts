import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import type { Accepted, OpsControl } from '../../../src/ops/deps.ts'
import type { RunRequest } from '../../../src/sync/runs/begin-run.ts'
import { withOps } from '../../helpers/ops.ts'
import { aHeldRun, aProduct, aRun, gtin } from '../start-ops.ts'

const asked: RunRequest[] = []
const acted: string[] = []
let activeRunId: string | undefined
let answer: Accepted = { ok: true }
const control: OpsControl = {
  async start(request) {
    asked.push(request)
    if (activeRunId !== undefined) return { ok: false, activeRunId }
    return {
      ok: true,
      run: aRun({ id: '2026-11-20-3', kind: request.kind, state: 'planning', scope: request.scope }),
    }
  },
  async approve(id, part) {
    acted.push(part === undefined ? `approve ${id}` : `approve ${id} ${JSON.stringify(part)}`)
    return answer
  },
  async cancel(id) {
    acted.push(`cancel ${id}`)
    return answer
  },
  undo: async ({ undoes, part }) => ({
    ok: false,
    reason: `not asked for here: ${undoes} ${JSON.stringify(part)}`,
  }),
  nextRunAt: async () => undefined,
  lastDueAt: async () => undefined,
}

const it = withOps(async (ops) => {
  await ops.saveRun(aRun())
  await ops.saveRun(aHeldRun())
  const outcomes: Outcome[] = [
    { gtin, language: 'de', result: 'created', pageId: 7 },
    {
      gtin,
      language: 'en',
      result: 'failed',
      reasons: because('the record does not match the partner’s API: price is "n/a" instead of a number'),
    },
    { gtin, language: 'fr', result: 'kept', reasons: because('edited in the CMS') },
    { gtin, language: 'it', result: 'retired', pageId: 9 },
  ]
  await ops.runs.saveOutcomes('2026-11-20-1', outcomes)
  const base = { title: 'Acrylic sealant', excerpt: '', inner: '', featuredMedia: 0 }
  const written = { base, runId: '2026-11-20-1', writtenAt: '2026-11-20T05:01:00.000Z' }
  await ops.writes.commit('other', [
    {
      outcome: { gtin, language: 'de', result: 'created' },
      snapshot: {
        digest: 'd1',
        template: 't',
        pageId: 7,
        state: 'mirrored',
        product: aProduct('de', 'Acryl'),
        ...written,
      },
    },
    {
      outcome: { gtin, language: 'it', result: 'retired' },
      snapshot: {
        digest: 'd2',
        template: 't',
        pageId: 9,
        state: 'retired',
        product: aProduct('it', 'Acrilico'),
        ...written,
      },
    },
  ])
  return { control }
})
  .extend('get', ({ app }) => async (url: string) => {
    const { statusCode, json } = await app.inject({ url })
    return { status: statusCode, body: json() }
  })
  .extend('post', ({ app }) => async (url: string, body?: object) => {
    const payload = body && { payload: body }
    const { statusCode, json, headers } = await app.inject({ method: 'POST', url, ...payload })
    return { status: statusCode, body: json(), headers }
  })

describe('runs', () => {
  it('are listed newest first, with their duration', async ({ get }) => {
    const { body } = await get('/api/runs')
    expect(body.runs.map((run: { id: string }) => run.id)).toEqual(['2026-11-20-2', '2026-11-20-1'])
    expect(body.runs[0]).not.toHaveProperty('seconds')
    expect(body.runs[1]).toMatchObject({ state: 'done', seconds: 90, counts: { records: 12_345 } })
    expect((await get('/api/runs?limit=1')).body.runs).toHaveLength(1)
  })

  it.for([
    ['', ['en']],
    ['?outcomes=failed', ['en']],
    ['?outcomes=changed', ['de', 'it']],
    ['?outcomes=all', ['de', 'en', 'fr', 'it']],
  ] as const)('are read with their outcomes%s', async ([query, languages], { get }) => {
    const { status, body } = await get(`/api/runs/2026-11-20-1${query}`)
    expect(status).toBe(200)
    expect(body.run.id).toBe('2026-11-20-1')
    expect(body.outcomes.map((outcome: Outcome) => outcome.language).toSorted()).toEqual(languages)
    expect(body.more).toBe(false)
  })

  it('show if there are more outcomes than the limit', async ({ get }) => {
    const { body } = await get('/api/runs/2026-11-20-1?outcomes=all&limit=2')
    expect(body.outcomes).toHaveLength(2)
    expect(body.more).toBe(true)
  })

  it('start as a full sync when the request has no body', async ({ post }) => {
    const { status, body, headers } = await post('/api/runs')
    expect(status).toBe(202)
    expect(headers.location).toBe('/api/runs/2026-11-20-3')
    expect(body.run).toMatchObject({ id: '2026-11-20-3', kind: 'sync', state: 'planning' })
    expect(asked.at(-1)).toEqual({ kind: 'sync', scope: {}, approved: false, trigger: 'api' })
  })

  it('start with the options of the body', async ({ post }) => {
    const scope = { gtins: [gtin], languages: ['de-at'] }
    for (const language of ['de-at', 'de_AT', 'DE-at']) {
      const wanted = { kind: 'plan', approved: true, ...scope, languages: [language] }
      expect((await post('/api/runs', wanted)).status).toBe(202)
      expect(asked.at(-1)).toEqual({ kind: 'plan', scope, approved: true, trigger: 'api' })
    }
  })

  it('do not start while another run is active', async ({ post }) => {
    activeRunId = '2026-11-20-9'
    const { status, body } = await post('/api/runs')
    activeRunId = undefined
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'run_active', activeRunId: '2026-11-20-9' })
  })

  it.for(['approve', 'cancel'])('are changed by POST /api/runs/:id/%s', async (verb, { post }) => {
    const { status, body } = await post(`/api/runs/2026-11-20-2/${verb}`)
    expect(status).toBe(202)
    expect(body.run.id).toBe('2026-11-20-2')
    expect(acted.at(-1)).toBe(`${verb} 2026-11-20-2`)
  })

  it.for([
    [{ only: 'updates' }, '"updates"'],
    [{ sample: 5 }, '{"sample":5}'],
    [{ language: 'de_DE' }, '{"language":"de-de"}'],
    [{ pattern: 2 }, '{"pattern":2}'],
  ] as const)('are approved in part with %j', async ([part, text], { post }) => {
    expect((await post('/api/runs/2026-11-20-2/approve', part)).status).toBe(202)
    expect(acted.at(-1)).toBe(`approve 2026-11-20-2 ${text}`)
  })

  it.for([
    [{ sample: 0 }, 'sample'],
    [{ sample: '5' }, 'sample'],
    [{ pattern: 1.5 }, 'pattern'],
    [{ language: 'german?' }, 'language'],
    [{ sample: 5, pattern: 1 }, 'sample, pattern: give only one of only, sample, language, pattern'],
  ] as const)('are not approved with %j', async ([part, text], { post }) => {
    const before = acted.length
    const { status, body } = await post('/api/runs/2026-11-20-2/approve', part)
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: { code: 'invalid_input', message: expect.stringContaining(text) },
    })
    expect(acted).toHaveLength(before)
  })

  it('are undone in part with lists of products, languages and fields', async ({ post }) => {
    const part = { gtins: ['4006381333931'], languages: ['de-de'], fields: ['price'] }
    const { body } = await post('/api/runs/2026-11-20-2/undo', part)
    expect(body.error.message).toContain(`2026-11-20-2 ${JSON.stringify(part)}`)
    expect((await post('/api/runs/2026-11-20-2/undo', { fields: [] })).status).toBe(400)
  })

  it.for(['approve', 'cancel'])('return the reason of a rejected %s', async (verb, { post }) => {
    answer = { ok: false, reason: 'The plan is older than 7 days.' }
    const { status, body } = await post(`/api/runs/2026-11-20-2/${verb}`)
    answer = { ok: true }
    expect(status).toBe(409)
    expect(body.error).toEqual({ code: `cannot_${verb}`, message: 'The plan is older than 7 days.' })
  })

  it('that do not exist are a 404, and nothing happens', async ({ get, post }) => {
    const before = acted.length
    for (const { status, body } of [
      await get('/api/runs/x'),
      await post('/api/runs/x/approve'),
      await post('/api/runs/x/cancel'),
    ]) {
      expect(status).toBe(404)
      expect(body.error).toMatchObject({ code: 'no_such_run', message: expect.stringContaining('x') })
    }
    expect(acted).toHaveLength(before)
  })
})

describe('products', () => {
  it('list the mirrored records in each language', async ({ get }) => {
    const { status, body } = await get(`/api/products/${gtin}`)
    const written = { runId: '2026-11-20-1', writtenAt: '2026-11-20T05:01:00.000Z' }
    expect(status).toBe(200)
    const de = { language: 'de', pageId: 7, state: 'mirrored', digest: 'd1', name: 'Acryl', ...written }
    const italian = {
      language: 'it',
      pageId: 9,
      state: 'retired',
      digest: 'd2',
      name: 'Acrilico',
      ...written,
    }
    const calm = { recordState: 'up-to-date', causes: ['The page shows the partner’s data.'] }
    const gone = { recordState: 'retired', causes: ['Retired.'] }
    expect(body).toEqual({
      gtin,
      records: [
        { ...de, ...calm },
        { ...italian, ...gone },
      ],
    })
  })

  it('without a page are a 404', async ({ get }) => {
    const { status, body } = await get('/api/products/4006381333948')
    expect(status).toBe(404)
    expect(body.error).toMatchObject({
      code: 'no_such_product',
      message: expect.stringContaining('4006381333948'),
    })
  })
})

describe('invalid input is a 400 with the field and the allowed values', () => {
  it.for([
    [{ kind: 'full' }, 'kind', '"sync"|"plan"|"verify"'],
    [{ gtins: ['4006381333932'] }, 'gtins.0', 'check digit (read "4006381333932")'],
    [{ gtins: [] }, 'gtins', '>=1'],
    [{ languages: ['German'] }, 'languages.0', 'lower-case'],
    [{ approved: 'yes' }, 'approved', 'boolean'],
    [{ gtin }, 'gtin', 'kind, gtins, languages, approved, repair'],
  ] as const)('%j', async ([payload, field, message], { post }) => {
    const before = asked.length
    const { status, body } = await post('/api/runs', payload)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) })
    expect(body.error.faults).toEqual([{ field, message: expect.stringContaining(message) }])
    expect(asked).toHaveLength(before)
  })

  it.for([
    ['/api/runs?limit=0', 'limit', '>=1 (read 0)'],
    ['/api/runs?limit=many', 'limit', 'number'],
    ['/api/runs/2026-11-20-1?outcomes=bad', 'outcomes', '"failed"|"changed"|"all"'],
    ['/api/runs/2026-11-20-1?limits=1', 'limits', 'outcomes, limit'],
    ['/api/products/12345', 'gtin', 'GTIN-13'],
  ] as const)('%s', async ([url, field, message], { get }) => {
    const { status, body } = await get(url)
    expect(status).toBe(400)
    expect(body.error.faults).toEqual([{ field, message: expect.stringContaining(message) }])
  })

  it.for([
    ['broken JSON', 'application/json', '{', { status: 400, text: 'bad_request' }],
    ['a form', 'application/x-www-form-urlencoded', 'kind=plan', { status: 415, text: 'application/json' }],
    ['a text', 'text/plain', '{"kind":"plan"}', { status: 400, text: 'object' }],
  ] as const)('%s', async ([_case, type, payload, { status, text }], { app }) => {
    const before = asked.length
    const sent = await app.inject({
      method: 'POST',
      url: '/api/runs',
      headers: { 'content-type': type },
      payload,
    })
    expect(sent.statusCode).toBe(status)
    expect(sent.body).toContain(text)
    expect(asked).toHaveLength(before)
  })
})

it('an unknown path is a 404 in JSON', async ({ get }) => {
  const { status, body } = await get('/api/nothing?x=1')
  expect(status).toBe(404)
  expect(body).toEqual({ error: { code: 'not_found', message: 'GET /api/nothing does not exist.' } })
})

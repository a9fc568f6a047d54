import { expect } from 'vitest'
import type { Finding } from '../../../src/core/page/finding.ts'
import type { RunRequest } from '../../../src/sync/runs/begin-run.ts'
import { withOps } from '../../helpers/ops.ts'
import { aRun, gtin } from '../start-ops.ts'

const findings: Finding[] = [7, 8, 9].map((pageId) => ({
  gtin,
  language: 'de',
  kind: 'edited',
  pageId,
  reason: { code: 'edited', fields: ['title'] },
}))
/** The findings as the API returns them. */
const reports = findings.map(({ reason, ...finding }) => ({
  ...finding,
  code: reason.code,
  detail: 'an editor changed title',
}))
const asked: RunRequest[] = []

const test = withOps(async (ops) => {
  await ops.saveRun(aRun({ kind: 'verify', findings: { edited: 3 } }))
  await ops.saveRun(aRun({ id: '2026-11-20-2' }))
  return {
    findings: {
      ...ops.deps.findings,
      async *scan() {
        // Redis may show an entry twice.
        yield findings.slice(0, 2)
        yield findings
      },
    },
    control: {
      ...ops.deps.control,
      async start(request) {
        asked.push(request)
        return { ok: true, run: aRun({ id: '2026-11-20-4', kind: request.kind, state: 'planning' }) }
      },
    },
  }
}).extend(
  'post',
  ({ app }) =>
    (payload: object) =>
      app.inject({ method: 'POST', url: '/api/runs', payload }),
)

test('a verify starts like any run, with or without repair', async ({ post }) => {
  expect((await post({ kind: 'verify' })).statusCode).toBe(202)
  expect((await post({ kind: 'verify', repair: true })).json()).toMatchObject({ run: { kind: 'verify' } })
  expect(asked).toEqual([
    { kind: 'verify', scope: {}, approved: false, trigger: 'api' },
    { kind: 'verify', scope: {}, approved: false, repair: true, trigger: 'api' },
  ])
})

test.for([
  [{ kind: 'sync', repair: true }, 'repair: allowed only with kind verify'],
  [
    { kind: 'verify', gtins: [gtin], languages: ['de'] },
    'gtins, languages: not allowed with kind verify, which compares the whole mirror',
  ],
] as const)(
  'a run whose options do not match its kind is rejected: %j',
  async ([body, message], { post }) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'invalid_input', message } })
  },
)

test('the run lists its findings up to the limit, and shows whether there are more', async ({ app }) => {
  const read = async (query: string) => (await app.inject(`/api/runs/2026-11-20-1${query}`)).json()
  expect(await read('')).toMatchObject({
    run: { findings: { edited: 3 } },
    findings: reports,
    moreFindings: false,
  })
  expect(await read('?limit=2')).toMatchObject({ findings: reports.slice(0, 2), moreFindings: true })
  expect((await app.inject('/api/runs/2026-11-20-2')).json()).not.toHaveProperty('findings')
})

import { expect } from 'vitest'
import { withOps } from '../../../helpers/ops.ts'
import { opsApp, withLogin } from '../../start-ops.ts'

const entry = {
  at: '2026-11-20T05:00:00.000Z',
  by: '=HYPERLINK("http://evil.example")',
  from: '192.0.2.4',
  via: 'api',
  action: 'approve',
  subject: 'run 1, “all”',
  done: false,
  result: 'Not now; +1',
} as const

const it = withOps(async ({ deps, redis }) => {
  for (let number = 1; number <= 1_200; number++)
    await deps.audit.add({ ...entry, subject: `run ${number}`, done: true })
  // A damaged entry does not end the export.
  await redis.xadd('pm:{test}:audit', '*', 'entry', 'broken').catch(() => undefined)
  await deps.audit.add(entry)
  return {}
})

it('the audit log is in the navigation and offers its downloads', async ({ app }) => {
  const { body } = await app.inject({ url: '/audit' })
  expect(body).toContain('<a href="/audit" aria-current="page">Audit log</a>')
  for (const format of ['csv', 'json']) expect(body).toContain(`href="/audit.${format}"`)
})

it('the CSV file has every entry, the newest first, without formulas', async ({ app }) => {
  const answer = await app.inject({ url: '/audit.csv' })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"')
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFFid,at,by,from,via,action,subject,done,result')
  expect(lines).toHaveLength(1_203)
  expect(lines[1]).toMatch(
    /^\d+-\d+,2026-11-20T05:00:00.000Z,"'=HYPERLINK\(""http:\/\/evil.example""\)",192.0.2.4,api,approve,"run 1, “all”",no,"?Not now; \+1"?$/,
  )
  expect(lines[1_201]).toContain(',run 1,yes,')
})

it('the JSON file has every entry', async ({ app }) => {
  const answer = await app.inject({ url: '/audit.json' })
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.json"')
  const { entries } = answer.json<{ entries: object[] }>()
  expect(entries).toHaveLength(1_201)
  expect(entries[0]).toMatchObject(entry)
})

it('a reader may export what the page shows, and a visitor without a login nothing', async ({ ops }) => {
  const app = opsApp(ops.deps, {
    config: { ...withLogin, readerUser: 'rita', readerPassword: 'pass-word-2' },
  })
  const basic = `Basic ${Buffer.from('rita:pass-word-2').toString('base64')}`
  for (const url of ['/audit', '/audit.csv', '/audit.json']) {
    expect((await app.inject({ url, headers: { authorization: basic } })).statusCode).toBe(200)
    expect((await app.inject({ url })).statusCode).toBe(401)
  }
  await app.close()
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenCms, openCms } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/security/v1'
type Issue = { id: string; kind: string; state: string; object_id: number }

async function issues(): Promise<Issue[]> {
  return (await cms.ask('admin', 'GET', `${base}/scan/issues`)).body['issues'] as Issue[]
}

test('authenticate connects the site, disconnect clears all state', async () => {
  expect((await cms.ask('admin', 'GET', `${base}/authenticate`)).body).toEqual({ authenticated: false })
  const connected = { authenticated: true, user_id: 1, authenticated_at: '2026-03-02T10:00:00' }
  expect(await cms.ask('admin', 'POST', `${base}/authenticate`, { token: 's3cret' })).toMatchObject({
    status: 200,
    body: connected,
  })
  expect((await cms.ask('admin', 'GET', `${base}/authenticate`)).body).toEqual(connected)
  await cms.ask('admin', 'POST', `${base}/config`, { auto_scan: true })
  await cms.ask('admin', 'POST', `${base}/scan`)
  expect((await cms.ask('admin', 'PATCH', `${base}/disconnect`)).body).toEqual({ authenticated: false })
  expect((await cms.ask('admin', 'GET', `${base}/authenticate`)).body).toEqual({ authenticated: false })
  expect((await cms.ask('admin', 'GET', `${base}/config`)).body).toMatchObject({ auto_scan: false })
  expect(await issues()).toEqual([])
})

test('the configuration is merged, keeps unknown fields, and is cleared by a reset', async () => {
  const set = { auto_scan: 'true', scan_interval_hours: 12, rules: { xmlrpc: false } }
  const whole = { auto_scan: true, scan_interval_hours: 12, notify_email: '', rules: { xmlrpc: false } }
  expect((await cms.ask('admin', 'PUT', `${base}/config`, set)).body).toEqual(whole)
  expect((await cms.ask('admin', 'GET', `${base}/config?_fields=rules`)).body).toEqual({ rules: whole.rules })
  await cms.ask('admin', 'PATCH', `${base}/config`, { notify_email: 'a@example.org' })
  expect((await cms.ask('admin', 'GET', `${base}/config`)).body).toEqual({
    ...whole,
    notify_email: 'a@example.org',
  })
  cms.reset()
  expect((await cms.ask('admin', 'GET', `${base}/config`)).body).not.toHaveProperty('rules')
})

test('known fields of the configuration are validated', async () => {
  const { status, body } = await cms.ask('admin', 'POST', `${base}/config`, { scan_interval_hours: 0 })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    code: 'rest_invalid_param',
    data: {
      params: {
        scan_interval_hours: 'scan_interval_hours must be between 1 (inclusive) and 720 (inclusive)',
      },
    },
  })
})

test('a scan finds weak accounts, scripts and short passwords, and repeats its findings', async () => {
  const script = cms.add('page', { title: 'Shop', content: '<p>Hi</p><script>track()</script>' })
  const weak = cms.add('page', { title: 'Prices', password: 'abc', content: '<p>1</p>' })
  cms.add('page', { title: 'Fine', content: '<p>The script on Monday</p>' })
  expect(await issues()).toEqual([])
  expect((await cms.ask('admin', 'POST', `${base}/scan`)).body).toEqual({
    scan: { id: 1, state: 'running', started_at: '2026-03-02T10:00:00' },
  })
  const found = await issues()
  expect(found.map(({ id }) => id)).toEqual([
    'guessable_login-user-1',
    'unfiltered_markup-user-2',
    `script_in_content-page-${script.id}`,
    `weak_password-page-${weak.id}`,
  ])
  expect((await cms.ask('admin', 'GET', `${base}/scan/issues`)).body).toMatchObject({
    total: 4,
    scan: { id: 1, state: 'finished' },
  })
  await cms.ask('admin', 'POST', `${base}/scan`)
  expect(await issues()).toEqual(found)
})

test('a running scan can be stopped; stopping without one changes nothing', async () => {
  expect((await cms.ask('admin', 'DELETE', `${base}/scan`)).body).toEqual({ scan: { id: 0, state: 'idle' } })
  await cms.ask('admin', 'POST', `${base}/scan`)
  expect((await cms.ask('admin', 'DELETE', `${base}/scan`)).body).toMatchObject({
    scan: { state: 'stopped' },
  })
  expect((await cms.ask('admin', 'GET', `${base}/scan/issues`)).body).toMatchObject({
    scan: { state: 'stopped' },
  })
})

test("an issue's state can be changed and survives the next scan", async () => {
  await cms.ask('admin', 'POST', `${base}/scan`)
  const id = 'guessable_login-user-1'
  expect(
    (await cms.ask('admin', 'PATCH', `${base}/scan/issue`, { id, state: 'ignored' })).body,
  ).toMatchObject({
    id,
    state: 'ignored',
  })
  await cms.ask('admin', 'POST', `${base}/scan`)
  expect((await issues()).find((one) => one.id === id)?.state).toBe('ignored')
})

test.each([
  [{}, 400, 'rest_missing_callback_param'],
  [{ id: 'guessable_login-user-1', state: 'gone' }, 400, 'rest_invalid_param'],
  [{ id: 'nothing', state: 'open' }, 404, 'security_issue_not_found'],
])('an update of an issue with %j is rejected with %i', async (sent, status, code) => {
  await cms.ask('admin', 'POST', `${base}/scan`)
  expect(await cms.ask('admin', 'POST', `${base}/scan/issue`, sent)).toMatchObject({ status, body: { code } })
})

test.each([
  ['GET', '/authenticate'],
  ['POST', '/scan'],
  ['GET', '/config'],
  ['POST', '/disconnect'],
] as const)('%s %s requires an administrator: an editor gets 403', async (method, path) => {
  expect(await cms.ask('editor1', method, base + path)).toMatchObject({
    status: 403,
    body: {
      code: 'rest_forbidden',
      message: 'Sorry, you are not allowed to do that.',
      data: { status: 403 },
    },
  })
})

test('no security route can be called in a batch', async () => {
  const requests = [{ method: 'POST', path: `${base}/scan` }]
  const { status, body } = await cms.ask('admin', 'POST', '/batch/v1', { requests })
  expect(status).toBe(207)
  expect(body).toMatchObject({ responses: [{ status: 400, body: { code: 'rest_batch_not_allowed' } }] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openClient } from './client.ts'

let client: Client

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())

function put(path: string, method: string, body: unknown): Promise<Response> {
  return fetch(`${client.mock.origin}/__mock${path}`, { method, body: JSON.stringify(body) })
}

test.each([
  [{ side: 'cms', kind: 'explode' }, ['must be one of status, retry-after', 'rules[0].kind']],
  [{ side: 'cms', kind: 'status', status: 99 }, ['>=200', 'rules[0].status']],
  [{ side: 'cms', kind: 'status', status: 500, as: 'xml' }, ['"json"|"html"', 'rules[0].as']],
  [
    { side: 'cms', kind: 'limited', seconds: 1 },
    ['unknown: seconds; a rule of kind "limited" may have: kind, side'],
  ],
  [{ side: 'cms', kind: 'wrong-gtin' }, ['must be "partner" for this kind', 'rules[0].side']],
  [{ side: 'partner', kind: 'late', ms: 5 }, ['must be "cms" for this kind', 'rules[0].side']],
  [{ side: 'partner', kind: 'revoke-token', count: 1 }, ['unknown: count']],
  [{ side: 'cms', kind: 'oddity', name: 'odd' }, ['"tied-paging"|"lost-updates"', 'rules[0].name']],
  [{ side: 'cms', kind: 'batch-prefix', applied: 26 }, ['<=25', 'rules[0].applied']],
  [{ side: 'cms', kind: 'latency', ms: 1, after: -1 }, ['>=0', 'rules[0].after']],
])('the rule %o is rejected with its error and the allowed values', async (rule, reasons) => {
  const answer = await put('/faults', 'PUT', [rule])
  expect(answer.status).toBe(400)
  const { error, faults } = (await answer.json()) as { error: string; faults: string[] }
  expect(error).toBe('Wrong fault rules.')
  for (const reason of reasons) expect(faults.join('\n')).toContain(reason)
})

test('one invalid rule among valid ones changes nothing', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'limited' }])
  expect(
    (
      await put('/faults', 'PUT', [
        { side: 'cms', kind: 'gzip' },
        { side: 'cms', kind: 'no' },
      ])
    ).status,
  ).toBe(400)
  expect((await client.cms('GET', '/cms/v2/pages')).status).toBe(429)
})

test.each([
  [{ actions: [] }, '>=1'],
  [{ actions: [{ do: 'sing' }] }, 'must be one of edit-inside, edit-outside'],
  [{ actions: [{ do: 'trash', text: 'x' }] }, 'unknown: text; "trash" may have: do, page, draw'],
  [{ actions: [{ do: 'edit-outside', where: 'above' }] }, '"before"|"after"'],
])('the work %o for the editor is rejected with its error', async (work, reason) => {
  const answer = await put('/editor', 'POST', work)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(JSON.stringify(reason).slice(1, -1))
})

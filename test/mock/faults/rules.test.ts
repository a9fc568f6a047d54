import { expect, test } from 'vitest'
import { Faults } from '../../../src/mock/contracts/faults.ts'
import { type FaultPlan, createFaults } from '../../../src/mock/faults/plan.ts'
import { openClient } from './client.ts'

/** A plan with these rules and a manual clock. */
function planned(rules: unknown, seed = 1): { faults: FaultPlan; pass: (ms: number) => void } {
  let time = 5000
  const faults = createFaults(seed, () => time)
  faults.arm(Faults.parse(rules).rules)
  return { faults, pass: (ms) => void (time += ms) }
}

function ask(faults: FaultPlan, path = '/cms/v2/pages', method = 'GET') {
  return faults.faultFor({ side: 'cms', method, path, url: path })
}

function kindsOf(faults: FaultPlan, times: number): (string | null)[] {
  return Array.from({ length: times }, () => ask(faults)?.rule?.kind ?? null)
}

test('a rule skips the first requests, hits the given number, and ends', () => {
  const { faults } = planned([{ side: 'cms', kind: 'limited', after: 2, count: 2 }])
  expect(kindsOf(faults, 6)).toEqual([null, null, 'limited', 'limited', null, null])
  expect(faults.state().rules).toMatchObject([{ matched: 6, hits: 2 }])
})

test('a rule ends after its time, and another takes its place', () => {
  const { faults, pass } = planned([
    { side: 'cms', kind: 'limited', until: 100 },
    { side: 'cms', kind: 'html' },
  ])
  expect(kindsOf(faults, 1)).toEqual(['limited'])
  pass(99)
  expect(kindsOf(faults, 1)).toEqual(['limited'])
  pass(1)
  expect(kindsOf(faults, 1)).toEqual(['html'])
})

test('jitter is drawn between zero and its limit, and is equal for equal seeds', () => {
  const rules = [{ side: 'cms', kind: 'latency', ms: 100, jitterMs: 50 }]
  const waits = (seed: number) => {
    const { faults } = planned(rules, seed)
    return Array.from({ length: 50 }, (_, index) => ask(faults, `/${index}`)?.ms ?? 0)
  }
  expect(waits(1)).toEqual(waits(1))
  expect(waits(1)).not.toEqual(waits(2))
  expect(Math.min(...waits(1))).toBeGreaterThanOrEqual(100)
  expect(Math.max(...waits(1))).toBeLessThan(150)
  expect(new Set(waits(1)).size).toBeGreaterThan(40)
})

test('oddities and latency add to the first other kind', () => {
  const { faults } = planned([
    { side: 'cms', kind: 'oddity', name: 'tied-paging' },
    { side: 'cms', kind: 'latency', ms: 5 },
    { side: 'cms', kind: 'gzip' },
    { side: 'cms', kind: 'limited' },
    { side: 'cms', kind: 'oddity', name: 'lost-updates', path: '/cms/v2/pages' },
    { side: 'cms', kind: 'oddity', name: 'duplicate-slugs', path: '/cms/v2/media' },
  ])
  const fault = ask(faults)
  expect(fault).toMatchObject({ ms: 5, rule: { kind: 'gzip' } })
  const names = fault?.oddities.map((rule) => (rule.kind === 'oddity' ? rule.name : rule.kind))
  expect(names).toEqual(['tied-paging', 'lost-updates'])
})

test('a query for oddities alone does not count towards other rules', () => {
  const { faults } = planned([
    { side: 'cms', kind: 'limited', count: 1 },
    { side: 'cms', kind: 'oddity', name: 'filtered-html', count: 1 },
  ])
  const asked = { side: 'cms', method: 'POST', path: '/cms/v2/pages/2', url: '/cms/v2/pages/2' } as const
  expect(faults.odditiesFor(asked)).toMatchObject([{ name: 'filtered-html' }])
  expect(faults.odditiesFor(asked)).toEqual([])
  expect(ask(faults)?.rule?.kind).toBe('limited')
})

test.each([
  ['batch-prefix', { applied: 1 }, ['POST', '/batch/v1'], ['POST', '/cms/v2/pages']],
  ['late', { ms: 1 }, ['DELETE', '/cms/v2/pages/4'], ['GET', '/cms/v2/pages/4']],
] as const)('a rule of kind %s ignores requests that it cannot affect', (kind, members, hit, passed) => {
  const { faults } = planned([{ side: 'cms', kind, count: 1, ...members }])
  expect(ask(faults, passed[1], passed[0])).toBeNull()
  expect(ask(faults, hit[1], hit[0])?.rule?.kind).toBe(kind)
})

test('the state contains the seed, the rules and their hits, and is cleared by a reset', async () => {
  const client = await openClient()
  const state = async () => (await fetch(`${client.mock.origin}/__mock/faults`)).json()
  await client.mock.faults({ seed: 9, rules: [{ side: 'cms', method: 'get', kind: 'limited', after: 1 }] })
  for (let times = 0; times < 3; times++) await client.cms('GET', '/cms/v2/pages')
  expect(await state()).toEqual({
    seed: 9,
    rules: [
      {
        rule: { side: 'cms', method: 'GET', kind: 'limited', after: 1, as: 'json' },
        matched: 3,
        hits: 2,
      },
    ],
  })
  await client.mock.reset()
  expect(await state()).toEqual({ seed: 1, rules: [] })
  expect((await client.cms('GET', '/cms/v2/pages')).status).toBe(200)
  await client.close()
})

test('equal seeds hit the same requests of a running server', async () => {
  const client = await openClient()
  const run = async (seed: number): Promise<number[]> => {
    await client.mock.faults({ seed, rules: [{ side: 'cms', kind: 'status', status: 503, share: 0.4 }] })
    const paths = Array.from({ length: 40 }, (_, index) => `/cms/v2/pages?page=1&x=${index}`)
    return Promise.all(paths.map(async (path) => (await client.cms('GET', path)).status))
  }
  const first = await run(5)
  expect(new Set(first)).toEqual(new Set([200, 503]))
  expect(await run(5)).toEqual(first)
  expect(await run(6)).not.toEqual(first)
  await client.close()
})

test('a rule with a text hits only requests whose query or body contains it', () => {
  const { faults } = planned([{ side: 'cms', kind: 'limited', holds: 'gtin-4' }])
  const hit = (url: string, body?: string) =>
    faults.faultFor({
      side: 'cms',
      method: 'POST',
      path: '/batch/v1',
      url,
      ...(body !== undefined && { body: Buffer.from(body) }),
    }) !== null
  expect(hit('/batch/v1', '{"slug":"gtin-4-de"}')).toBe(true)
  expect(hit('/batch/v1?slug=a%2Cgtin-4')).toBe(true)
  expect(hit('/batch/v1', '{"slug":"gtin-5-de"}')).toBe(false)
  expect(hit('/gtin-4')).toBe(false)
  expect(faults.state().rules).toMatchObject([{ matched: 2, hits: 2 }])
})

test('a rule for large batches does not hit other requests', () => {
  const { faults } = planned([{ side: 'cms', kind: 'limited', minRequests: 2 }])
  const hit = (path: string, body?: string) =>
    faults.faultFor({
      side: 'cms',
      method: 'POST',
      path,
      url: path,
      ...(body !== undefined && { body: Buffer.from(body) }),
    }) !== null
  expect(hit('/batch/v1', '{"requests":[{},{}]}')).toBe(true)
  expect(hit('/batch/v1', '{"requests":[{}]}')).toBe(false)
  expect(hit('/batch/v1', 'no JSON')).toBe(false)
  expect(hit('/batch/v1')).toBe(false)
  expect(hit('/cms/v2/pages', '{"requests":[{},{}]}')).toBe(false)
})

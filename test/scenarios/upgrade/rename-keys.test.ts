import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assertFormats } from '../../../src/store/versions/refuse-newer.ts'
import { createTables } from '../../../src/store/records/create-tables.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createFindings } from '../../../src/store/runs/findings.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { loadKeys, type DumpedKey } from './dump.ts'
import { openTestStore, type TestStore } from '../../store/open-test-store.ts'

const file = new URL('fixtures/stored-v1.json', import.meta.url)
const keys = createKeys('shop')
const heldRun = '2026-11-20-6'
const verifyRun = '2026-11-20-5'
const old = (name: string): string => `pm:shop:${name}`

let store: TestStore
let stored: DumpedKey[]
beforeAll(async () => {
  store = await openTestStore()
  stored = (JSON.parse(await readFile(file, 'utf8')) as { keys: DumpedKey[] }).keys
})
beforeEach(async () => {
  await store.redis.flushall()
  await loadKeys(store.redis, stored)
})
afterAll(() => store.close())

const open = (known?: Record<string, number>) => assertFormats(store.redis, keys, known)

/** Every key with its stored bytes. */
async function everything(): Promise<Map<string, string>> {
  const names = (await store.redis.keys('*')).sort()
  const dumps = await Promise.all(names.map((name) => store.redis.dumpBuffer(name)))
  return new Map(names.map((name, at) => [name, dumps[at]?.toString('base64') ?? '']))
}

test('the first start renames every key of the older layout and keeps its value', async () => {
  const renames = [
    [old('orders'), keys.decisions],
    [old('lacking'), keys.missingAssets],
    [old('stale-indexes'), keys.staleListings],
    [old('told-troubles'), keys.sentNotices],
    [old('told-findings'), keys.notifiedFindings],
    [old('parents:doubted'), keys.parentsInvalidated],
    [old(`run:${heldRun}:plan:standing`), keys.planFingerprints(heldRun)],
  ] as const
  await store.redis.set(old('parents:doubted'), 1)
  const before = await everything()
  await open()
  const after = await everything()
  expect(renames.filter(([from]) => before.has(from))).toEqual(renames)
  expect(renames.map(([, to]) => after.get(to))).toEqual(renames.map(([from]) => before.get(from)))
  expect(renames.flatMap(([from]) => (after.has(from) ? [from] : []))).toEqual([old('orders')])
  expect(await store.redis.ttl(keys.planFingerprints(heldRun))).toBeGreaterThan(0)
})

test('a second start changes nothing', async () => {
  await open()
  const before = await everything()
  expect(await store.stepsOf(() => open())).toEqual([])
  expect(await everything()).toEqual(before)
})

test('of two processes that start together both find the renamed keys', async () => {
  const connections = [store.connect(), store.connect()]
  const found = await Promise.all(
    connections.map(async (redis) => {
      await assertFormats(redis, keys)
      return createTables(redis, keys).decisions.count()
    }),
  )
  expect(found).toEqual([2, 2])
})

test('entries written under a new name before the rename stay, and the older ones join them', async () => {
  await store.redis.hset(keys.staleListings, { 'de-de': 7, 'fr-fr': 1 })
  await store.redis.hset(old('stale-indexes'), 'it-it', 2)
  await store.redis.set(keys.notifiedFindings, 'newer')
  await open()
  expect(await store.redis.hgetall(keys.staleListings)).toEqual({ 'de-de': '7', 'fr-fr': '1', 'it-it': '2' })
  expect(await store.redis.get(keys.notifiedFindings)).toBe('newer')
  expect(await store.redis.exists(old('stale-indexes'), old('told-findings'))).toBe(0)
})

test('an older process is refused the renamed keys, with the remedy', async () => {
  await open()
  await expect(open({ keys: 1 })).rejects.toThrow(
    'The data of mirror shop (keys) has format 2; this version reads up to 1. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.',
  )
})

test('an older process that is still active cannot take a held record for a free one', async () => {
  await open()
  await expect(store.redis.hmget(old('orders'), '4026632884258/en-gb')).rejects.toThrow('WRONGTYPE')
})

test('a mirror without any run gets no keys but the formats', async () => {
  await store.redis.flushall()
  await open()
  expect(await store.redis.keys('*')).toEqual([keys.formats])
})

test('a duplicate that the active run found under its old name is the same finding after the rename', async () => {
  const finding = { path: 'products', kind: 'twin', pageId: 5, detail: 'a copy' }
  await store.redis.hset(keys.findings(verifyRun), 'products 5 twin', JSON.stringify(finding))
  await store.redis.set(keys.activeRun, verifyRun)
  await open()
  const findings = createFindings(store.redis, keys)
  const repaired = {
    path: 'products',
    kind: 'duplicate' as const,
    pageId: 5,
    reason: { code: 'text' as const, text: 'a copy' },
    repaired: { code: 'trashed' as const },
  }
  await findings.save(verifyRun, [repaired])
  const read = (await Array.fromAsync(findings.scan(verifyRun))).flat()
  expect(read.filter(({ pageId }) => pageId === 5)).toEqual([repaired])
})

test('a failed run and the repairs of a verify are read with the current names', async () => {
  await open()
  const failure = { side: 'partner', message: 'HTTP 503' }
  await store.redis.hset(keys.run(verifyRun), {
    failure: JSON.stringify(failure),
    findings: '{"twin":2,"edited":1}',
    mended: '{"twin":1}',
  })
  const runs = createRuns(store.redis, keys)
  const read = {
    failure: { cause: 'partner', message: 'HTTP 503' },
    findings: { duplicate: 2, edited: 1 },
    repaired: { duplicate: 1 },
  }
  const notes = [{ code: 'catalog' as const, detail: 'seen' }]
  expect(await runs.read(verifyRun)).toMatchObject(read)
  expect(await runs.update(verifyRun, { notes })).toMatchObject({ ...read, notes })
  expect(await store.redis.hget(keys.run(verifyRun), 'v')).toBe('6')
})

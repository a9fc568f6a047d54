import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '../../../src/store/runs/audit.ts'
import type { AuditEntry } from '../../../src/sync/ports/audit.ts'
import { openTestStore } from '../open-test-store.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => void (store = await openTestStore()))
afterAll(() => store.close())

const entry: AuditEntry = {
  at: '2026-11-20T05:00:00.000Z',
  by: 'olive',
  from: '192.0.2.4',
  via: 'dashboard',
  action: 'approve',
  subject: 'run 1',
  done: true,
  result: 'Approved.',
}

test('entries are read back by id, and listed newest first, page by page', async () => {
  const audit = createAudit(store.redis, store.freshKeys())
  const ids: string[] = []
  for (const subject of ['a', 'b', 'c']) ids.push(await audit.add({ ...entry, subject }))
  expect(await audit.read(ids[1] ?? '')).toEqual({ id: ids[1], ...entry, subject: 'b' })
  const newest = await audit.list(2)
  expect(newest.map(({ subject }) => subject)).toEqual(['c', 'b'])
  expect((await audit.list(2, newest[1]?.id)).map(({ subject }) => subject)).toEqual(['a'])
})

test('an invalid id finds no entry', async () => {
  const audit = createAudit(store.redis, store.freshKeys())
  await audit.add(entry)
  expect(await audit.read('Pay now')).toBeUndefined()
  expect(await audit.read('+')).toBeUndefined()
  expect(await audit.read('1-1')).toBeUndefined()
})

test('the log is limited in length', async () => {
  const keys = store.freshKeys()
  const audit = createAudit(store.redis, keys)
  const pipeline = store.redis.pipeline()
  for (let i = 0; i < 12_000; i++) pipeline.xadd(keys.audit, '*', 'entry', '{}')
  await pipeline.exec()
  await audit.add(entry)
  const length = await store.redis.xlen(keys.audit)
  expect(length).toBeGreaterThanOrEqual(10_000)
  expect(length).toBeLessThan(10_200)
})

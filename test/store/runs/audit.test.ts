import { expect } from 'vitest'
import type { AuditEntry } from '../../../src/sync/ports/stored.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

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

it('entries are read back by id, and listed newest first, page by page', async ({ stores: { audit } }) => {
  const ids: string[] = []
  for (const subject of ['a', 'b', 'c']) ids.push(await audit.add({ ...entry, subject }))
  expect(await audit.read(ids[1] ?? '')).toEqual({ id: ids[1], ...entry, subject: 'b' })
  const newest = await audit.list(2)
  expect(newest.map(({ subject }) => subject)).toEqual(['c', 'b'])
  expect((await audit.list(2, newest[1]?.id)).map(({ subject }) => subject)).toEqual(['a'])
})

it('an invalid id finds no entry', async ({ stores: { audit } }) => {
  await audit.add(entry)
  expect(await audit.read('Pay now')).toBeUndefined()
  expect(await audit.read('+')).toBeUndefined()
  expect(await audit.read('1-1')).toBeUndefined()
})

it('the log is limited in length', async ({ store, keys, stores: { audit } }) => {
  const pipeline = store.redis.pipeline()
  for (let i = 0; i < 12_000; i++) pipeline.xadd(keys.audit, '*', 'entry', '{}')
  await pipeline.exec()
  await audit.add(entry)
  const length = await store.redis.xlen(keys.audit)
  expect(length).toBeGreaterThanOrEqual(10_000)
  expect(length).toBeLessThan(10_200)
})

import { expect } from 'vitest'
import { createProcesses } from '../../../src/store/fleet/processes.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const test = withStore()

test('a process notices that Redis was emptied, and announces itself again', async ({
  store: { redis },
  keys,
}) => {
  const processes = createProcesses(redis, keys, 20)
  const forgotten = Promise.withResolvers<void>()
  await processes.announce(
    () => ({ CATALOG: 'a' }),
    async () => forgotten.resolve(),
  )
  await redis.del(keys.processes)
  await forgotten.promise
  expect(await redis.hlen(keys.processes)).toBe(1)
  await processes.close()
})

test('a killed process is forgotten even if Redis’s clock was set back by hours', async ({
  store: { redis },
  keys,
}) => {
  const killed = { at: Date.now() + 3 * 3_600_000, digests: { CATALOG: 'another' } }
  await redis.hset(keys.processes, 'killed', JSON.stringify(killed))
  expect(await createProcesses(redis, keys).findDifferences({ CATALOG: 'a' })).toEqual([])
  expect(await redis.hlen(keys.processes)).toBe(0)
})

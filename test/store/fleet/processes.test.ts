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

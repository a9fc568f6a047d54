import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import { lastRun, sumOf } from '../../helpers/world/run-counts.ts'

const records = 40
const it = withOwnWorld({
  gtins: 20,
  languages: ['de-de', 'en-gb'],
  env: { CMS_CONCURRENCY: '1', PARTNER_CONCURRENCY: '1', GUARD_MAX_UPDATE_SHARE: '1' },
})

describe.concurrent('a run that is resumed after a SIGKILL', () => {
  it.for([
    ['while it planned', { side: 'partner', path: '/product', after: 27 }],
    ['while it wrote', { side: 'cms', path: '/batch/v1', holds: 'RESYNCED', after: 1 }],
  ] as const)('(%s) counts each record once', async ([, where], { world }) => {
    await world.report('sync', '--json')
    const [gone = '', ...others] = world.gtins
    await world.mock.deleteProduct(gone)
    for (const gtin of others.slice(0, 15))
      await world.mock.patchProduct(gtin, '*', { item_number: 'RESYNCED' })
    const untilHeld = await holdRequests(world.mock, where)
    const { child, ended } = world.spawn('sync', '--json')
    await untilHeld()
    child.kill('SIGKILL')
    await ended
    await expireJobLocks(world)
    const { id, state } = await lastRun(world)
    expect(state).toBe(where.side === 'cms' ? 'writing' : 'planning')
    await world.mock.clearFaults()

    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, runId: id, state: 'done' })
    const run = await lastRun(world)
    expect({ ...run.counts, sum: sumOf(run) }).toMatchObject({
      records,
      updated: 30,
      unchanged: 8,
      absent: 2,
      failed: 0,
      notPlanned: 0,
      sum: records,
    })
  })
})

import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

const it = withOwnWorld({ gtins: 16, languages, env: { JOB_LOCK_SECONDS: '6' } })

async function expectEveryPageOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
}

// Mostly limits and the lock of a dead process are waited for; so all at once.
describe.concurrent('a sync', () => {
  it('completes when a tenth of all requests is rate-limited and another tenth gets 503', async ({
    world,
  }) => {
    await world.mock.faults({
      seed: 7,
      rules: (['partner', 'cms'] as const).flatMap((side) => [
        { side, kind: 'retry-after' as const, seconds: 1, share: 0.1 },
        { side, kind: 'status' as const, status: 503, share: 0.1 },
      ]),
    })
    const { code, report } = await world.report('sync', '--json')
    await world.mock.clearFaults()
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 48, failed: 0 })
    await expectEveryPageOnce(world)
  })

  it('creates no page twice when the replies to batches are lost', async ({ world }) => {
    await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 3 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
    await expectEveryPageOnce(world)
    expect((await world.report('sync', '--json')).report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 48,
    })
  })

  it('continues after SIGKILL in the middle of the writes, and creates no page twice', async ({ world }) => {
    // Two batches make the parents; the first one with records is let through.
    const untilSecondBatch = await holdRequests(world.mock, { side: 'cms', path: '/batch/v1', after: 3 })
    const { child, ended } = world.spawn('sync', '--json')
    await untilSecondBatch()
    child.kill('SIGKILL')
    await ended
    expect(await world.recordPages()).toHaveLength(25)
    await world.mock.clearFaults()

    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', failed: 0 })
    await expectEveryPageOnce(world)
    expect((await world.report('sync', '--json')).report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 48,
    })
  })

  it('changes no page and exits with 5 when the partner rejects the token', async ({ world }) => {
    await world.report('sync', '--json')
    const before = await world.recordPages()
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 401 }])
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(5)
    expect(report).toMatchObject({ state: 'failed', retired: 0, updated: 0 })
    expect(await world.recordPages()).toEqual(before)
  })

  it('fails a record in the wrong language and keeps its page', async ({ world }) => {
    await world.report('sync', '--json')
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'wrong-language', count: 1 }])
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(3)
    expect(report).toMatchObject({ state: 'partial', failed: 1, updated: 0 })
  })
})

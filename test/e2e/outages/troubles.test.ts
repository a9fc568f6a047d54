import { describe, expect } from 'vitest'
import { withOwnWorld, withWorld } from '../../helpers/fixtures.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']
const records = 8

const test = withWorld({ gtins: 4, languages })
const it = withOwnWorld({ gtins: 16, languages })

async function expectEveryPageOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
}

describe('a sync', () => {
  test('completes when a tenth of all requests is rate-limited and another tenth gets 503', async ({
    world,
  }) => {
    await world.mock.faults({
      seed: 7,
      rules: [
        // Longer than a job waits for: it goes back to its queue.
        { side: 'partner', path: '/product', kind: 'retry-after', seconds: 3, count: 1 },
        ...(['partner', 'cms'] as const).flatMap((side) => [
          { side, kind: 'retry-after' as const, seconds: 1, share: 0.1 },
          { side, kind: 'status' as const, status: 503, share: 0.1 },
        ]),
      ],
    })
    const { code, report, log } = await world.report('sync', '--json', '--verbose')
    const { faults } = await world.mock.stats()
    await world.mock.clearFaults()
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: records, failed: 0 })
    expect(log).toContain('rate-limited; queue paused')
    expect(faults['retry-after']).toBeGreaterThan(1)
    expect(faults['status']).toBeGreaterThan(1)
    await expectEveryPageOnce(world)
  })

  test('changes no page and exits with 5 when the partner rejects the token', async ({ world }) => {
    const before = await world.recordPages()
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 401 }])
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(5)
    expect(report).toMatchObject({ state: 'failed', retired: 0, updated: 0 })
    expect(await world.recordPages()).toEqual(before)
  })

  test('fails a record in the wrong language and keeps its page', async ({ world }) => {
    const before = await world.recordPages()
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'wrong-language', count: 1 }])
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(3)
    expect(report).toMatchObject({ state: 'partial', failed: 1, updated: 0 })
    expect(await world.recordPages()).toEqual(before)
  })

  it('creates no page twice when the replies to batches are lost', async ({ world }) => {
    await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 3 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
    await expectEveryPageOnce(world)
    expect((await world.report('sync', '--json')).report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 32,
    })
  })
})

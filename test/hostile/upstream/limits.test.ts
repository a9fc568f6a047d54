import { describe, expect, vi } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { patiently } from '../../helpers/hang.ts'
import type { World } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'

const it = withOwnWorld({ gtins: 12, languages: ['de-de'] })

/** The remaining hours of the partner's rate limit, as shown by the command line. */
async function hoursLeft(world: World): Promise<number> {
  const { limitedUntil } = JSON.parse((await world.run('status', '--json')).stdout) as {
    limitedUntil: { partner: string }
  }
  return (Date.parse(limitedUntil.partner) - Date.now()) / 3_600_000
}

async function requestsForProducts(world: World): Promise<number> {
  const { faults } = await world.mock.stats()
  return faults['retry-after'] ?? 0
}

describe.concurrent('an upstream with a rate limit', () => {
  it('for one record and one file forever delays the run, and affects no other page', async ({
    world,
    task,
  }) => {
    countAttacks({ task }, 'records and files that are always limited', 2)
    const [limited] = world.gtins
    const product = (await (
      await fetch(`${world.mock.partnerBaseUrl}/api/partner/v1/product/${world.gtins[1]}/?language=de-de`, {
        headers: { authorization: `Token ${world.mock.token}` },
      })
    ).json()) as { image: string }
    await world.mock.faults([
      { side: 'partner', path: `/product/${limited}`, kind: 'retry-after', seconds: 21_600 },
      {
        side: 'partner',
        path: new URL(product.image).pathname,
        kind: 'retry-after',
        seconds: 2,
        status: 503,
      },
    ])
    const { code, report, log } = await world.report('sync', '--json')
    // Shown immediately, before the run continues.
    expect(log).toContain('Rate-limited by the partner: limited until ')
    // A job that waits for the limit is run by one worker.
    expect(log).not.toContain('Missing lock')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: 11, failed: 1 })
    expect(report.media.failed).toBe(1)
    expect(await world.recordPages()).toHaveLength(11)
    const failing = await world.run('status', '--failing')
    expect(failing.stdout).toContain('times in a row, while it served other requests')
  })

  it('for all requests during six hours is waited for and shown immediately', async ({ world, task }) => {
    countAttacks({ task }, 'Retry-After of six hours', 1)
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'retry-after', seconds: 21_600 }])
    const sync = world.spawn('sync', '--json')
    await vi.waitFor(async () => {
      const { stdout } = await world.run('status')
      expect(stdout).toContain('Rate-limited by the partner: limited until ')
    }, patiently)
    expect(await hoursLeft(world)).toBeGreaterThan(5.5)
    sync.child.kill('SIGTERM')
    expect((await sync.ended).code).toBe(10)
    // A later process knows the limit and sends no request.
    const asked = await requestsForProducts(world)
    const next = world.spawn('sync', '--json')
    await next.logged('limited until ')
    expect(await hoursLeft(world)).toBeGreaterThan(5.5)
    expect(await requestsForProducts(world)).toBe(asked)
    next.child.kill('SIGTERM')
    expect((await next.ended).code).toBe(10)
    // Simulates six hours later: the limit and the pause of the queues end in a moment.
    await world.mock.clearFaults()
    for (const key of await world.redis.keys('pm:*:limit:*')) await world.redis.set(key, Date.now() + 1_500)
    for (const key of await world.redis.keys('*:limiter')) await world.redis.pexpire(key, 1_500)
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 12 })
  })
})

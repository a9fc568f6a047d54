import { describe, expect, vi } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { patiently } from '../../helpers/hang.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']
const it = withOwnWorld({ gtins: 30, languages })

type Outages = Record<string, { since: string; nextTry?: string; reason: string }>

/** Waits until the command line reports that an upstream does not respond. */
async function untilSilent(world: World, name: string): Promise<Outages> {
  await vi.waitFor(async () => {
    const { stdout } = await world.run('status')
    expect(stdout).toContain(`The ${name} has not responded since `)
  }, patiently)
  return (JSON.parse((await world.run('status', '--json')).stdout) as { outages: Outages }).outages
}

async function expectEveryPageOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
}

describe('an upstream that stops responding during a run', () => {
  it('(the partner) is left alone, and the run continues once it responds', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 502 }])
    const sync = world.spawn('sync', '--json')
    const outages = await untilSilent(world, 'partner')
    expect(outages).toMatchObject({ partner: { reason: 'returned 502' } })
    // The requests in flight, and a few tries; without a stop there would be six for each of 60 records.
    expect((await world.mock.stats()).faults['status']).toBeLessThan(60)
    await world.mock.clearFaults()
    const { code, stdout, stderr } = await sync.ended
    expect(stderr).toContain('The partner has not responded since ')
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, state: 'done', created: 60, failed: 0 })
    await expectEveryPageOnce(world)
    expect(JSON.parse((await world.run('status', '--json')).stdout)).not.toHaveProperty('outages')
  })

  it('(the CMS) is left alone, and no page is written twice or given up', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'latency', ms: 200 }])
    const sync = world.spawn('sync', '--json')
    await vi.waitFor(async () => {
      expect((await world.mock.stats()).faults['latency']).toBeGreaterThan(0)
    }, patiently)
    await world.mock.faults([{ side: 'cms', kind: 'status', status: 503 }])
    expect(await untilSilent(world, 'CMS')).toMatchObject({ cms: { reason: 'returned 503' } })
    await world.mock.clearFaults()
    const { code, stdout } = await sync.ended
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, state: 'done', created: 60, failed: 0 })
    await expectEveryPageOnce(world)
  })

  it('is waited for no longer than MAX_OUTAGE_SECONDS', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 502 }])
    const { code, stdout } = await world.runWith({ MAX_OUTAGE_SECONDS: '1' }, 'sync', '--json')
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ state: 'failed', created: 0, failed: 60 })
    const { stdout: failing } = await world.run('status', '--failing')
    expect(failing).toMatch(/not sent|returned 502/)
  })
})

it('a run that finds the partner away from the start fails soon, as unusable', async ({ world }) => {
  await world.mock.faults([{ side: 'partner', kind: 'status', status: 502 }])
  const { code, stdout } = await world.run('sync', '--json')
  expect(code).toBe(5)
  expect(JSON.parse(stdout)).toMatchObject({ state: 'failed', records: 0 })
})

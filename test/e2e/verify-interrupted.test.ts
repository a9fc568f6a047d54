import { describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../helpers/mirror-world.ts'

type Close = (close: () => Promise<void>) => void

/** A mirrored world whose CMS answers reads late. */
async function openSlowWorld(onTestFinished: Close): Promise<World> {
  const env = { VERIFY_SCHEDULE: 'off', TAKEOVER_SECONDS: '3', LOG_LEVEL: 'error' }
  const world = await openWorld({ gtins: 8, languages: ['de-de', 'en-gb'], env })
  onTestFinished(() => world.close())
  await world.report('sync', '--json')
  await world.mock.faults([{ side: 'cms', path: '/cms/v2/pages', kind: 'latency', ms: 10_000 }])
  await world.mock.zeroStats()
  return world
}

const untilReading = (world: World) =>
  vi.waitFor(async () => expect((await world.mock.stats()).totals.cms).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 20,
  })

// Mostly locks of dead processes are waited for; so all at once.
describe.concurrent('a verify', () => {
  it('keeps other runs away, and one that is killed is finished by the next', async ({ onTestFinished }) => {
    const world = await openSlowWorld(onTestFinished)
    const { child, ended } = world.spawn('verify')
    await untilReading(world)
    expect(await world.run('verify')).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringMatching(/^Run \S+-2 is at work\./),
    })
    child.kill('SIGKILL')
    await ended
    await world.mock.clearFaults()
    const { code, stdout } = await world.run('verify', '--json')
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      runId: expect.stringMatching(/-2$/),
      state: 'done',
      findings: [],
    })
  }, 90_000)

  it('that is told to stop is finished by a sync, which then does its own run', async ({
    onTestFinished,
  }) => {
    const world = await openSlowWorld(onTestFinished)
    const { child, ended } = world.spawn('verify')
    await untilReading(world)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 10,
      stdout: '',
      stderr: expect.stringMatching(/^Stopped\. .* goes on with run \S+-2\.\n$/),
    })
    await world.mock.clearFaults()
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, runId: expect.stringMatching(/-3$/), unchanged: 16 })
    const { recent } = JSON.parse((await world.run('status', '--json')).stdout)
    expect(recent.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done'])
  }, 90_000)

  it('that would make most pages again is held, and approved does just that', async ({ onTestFinished }) => {
    const world = await openSlowWorld(onTestFinished)
    await world.mock.clearFaults()
    for (const { id } of await world.recordPages())
      await world.cms('DELETE', `/cms/v2/pages/${id}?force=true`)
    const held = await world.run('verify', '--repair')
    const [, runId = ''] = /^Run (\S+): held/.exec(held.stdout) ?? []
    expect(held.code).toBe(4)
    expect(held.stdout).toMatch(
      /HELD +Would make 16 pages again .* backup, or emptied\?\n +to go ahead .*product-mirror approve /,
    )
    expect(await world.recordPages()).toEqual([])
    const { code, stdout } = await world.run('approve', runId)
    expect(code).toBe(0)
    expect(stdout.match(/^mended +\d{13} .*: missing; made again as page \d+$/gm)).toHaveLength(16)
    expect(await world.run('verify')).toMatchObject({ code: 0, stdout: '' })
    expect((await world.report('sync', '--json')).report).toMatchObject({ unchanged: 16, created: 0 })
  }, 90_000)
})

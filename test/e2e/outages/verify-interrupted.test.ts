import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'

const env = { VERIFY_SCHEDULE: 'off', JOB_LOCK_SECONDS: '6', LOG_LEVEL: 'error' }

/** A mirrored world, and a function that makes its CMS hold the reads of pages. */
const it = withOwnWorld({ gtins: 8, languages: ['de-de', 'en-gb'], env }, (world) =>
  world.report('sync', '--json'),
).extend('untilReading', ({ world }) => holdRequests(world.mock, { side: 'cms', path: '/cms/v2/pages' }))

describe.concurrent('a verify', () => {
  it('keeps other runs out, and the next one finishes it after a kill', async ({ world, untilReading }) => {
    const { child, ended } = world.spawn('verify')
    await untilReading()
    expect(await world.run('verify')).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringMatching(/^Run \S+-2 is active\./),
    })
    child.kill('SIGKILL')
    await ended
    await expireJobLocks(world)
    await world.mock.clearFaults()
    const next = await world.run('verify', '--json')
    expect({ code: next.code, ...jsonOf(next) }).toMatchObject({
      code: 0,
      runId: expect.stringMatching(/-2$/),
      state: 'done',
      findings: [],
    })
  })

  it('that was stopped is finished by a sync, which then does its own run', async ({
    world,
    untilReading,
  }) => {
    const { child, ended } = world.spawn('verify')
    await untilReading()
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 10,
      stdout: '',
      stderr: expect.stringMatching(/^Stopped\. .* resumes run \S+-2\.\n$/),
    })
    await world.mock.clearFaults()
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, runId: expect.stringMatching(/-3$/), unchanged: 16 })
    const { recent } = jsonOf(await world.run('status', '--json'))
    expect(recent.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('that would create most pages again is held, and creates them once approved', async ({ world }) => {
    for (const { id } of await world.recordPages())
      await world.cms('DELETE', `/cms/v2/pages/${id}?force=true`)
    const held = await world.run('verify', '--repair')
    const [, runId = ''] = /^Run (\S+) has been held/.exec(held.stdout) ?? []
    expect(held.code).toBe(4)
    expect(held.stdout).toMatch(
      /HELD +Would recreate 16 pages .* backup or emptied\?\n(?:.*\n)+ +approve +product-mirror approve /,
    )
    expect(await world.recordPages()).toEqual([])
    const { code, stdout } = await world.run('approve', runId)
    expect(code).toBe(0)
    expect(stdout.match(/^repaired +\d{13} .*: missing; recreated as page \d+$/gm)).toHaveLength(16)
    expect(await world.run('verify')).toMatchObject({ code: 0, stdout: '' })
    expect((await world.report('sync', '--json')).report).toMatchObject({ unchanged: 16, created: 0 })
  })
})

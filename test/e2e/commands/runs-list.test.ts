import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'

const it = withWorld({ gtins: 3, languages: ['de-de'] })

describe('runs', () => {
  it('reports that there is none yet', async ({ world }) => {
    const [text, json] = [await world.run('runs'), await world.run('runs', '-o', 'json')]
    expect(text).toEqual({ code: 0, stdout: 'No run yet. Start one: product-mirror sync\n', stderr: '' })
    expect(jsonOf(json)).toEqual({ runs: [], more: false })
  })

  it('lists the newest first, with kind, trigger, state and result, up to a limit or in some states', async ({
    world,
  }) => {
    await world.run('plan')
    await world.run('sync')
    await world.run('sync')
    const all = (await world.run('runs')).stdout.split('\n')
    expect(all[0]).toMatch(/^run +started \(UTC\) +kind +trigger +state +active for +result$/)
    const row = /^(\S+) +\d{4}-\d\d-\d\d \d\d:\d\d (\w+) +cli +(\w+) +[\d.]+ m?s +(.+)$/
    expect(all.slice(1, -1).map((line) => row.exec(line)?.slice(2))).toEqual([
      ['sync', 'done', 'no changes'],
      ['sync', 'done', '3 created'],
      ['plan', expect.stringMatching(/^(?:planned|superseded)$/), expect.stringContaining('3 new pages')],
    ])
    const one = await world.run('runs', '--limit', '1')
    expect(one.stdout).toMatch(/no changes\nThere are older runs: product-mirror runs --limit 2\n$/)
    const some = jsonOf(await world.run('runs', '--state', 'done,failed', '--limit', '1', '--json'))
    expect(some).toMatchObject({
      runs: [{ kind: 'sync', trigger: 'cli', state: 'done', records: 3, unchanged: 3 }],
      more: true,
    })
    const none = await world.run('runs', '--state', 'failed')
    expect(none.stdout).toBe('No run in this state: failed.\n')
  })

  it.for([
    [['--limit', '0'], '--limit: "0" is not a number of runs. Allowed: 1 to 100000.\n'],
    [['--limit', 'x'], '--limit: "x" is not a number of runs. Allowed: 1 to 100000.\n'],
    [
      ['--state', 'dead'],
      '--state: "dead" is unknown. Allowed: planning, held, writing, planned, done, partial, failed, cancelled, superseded, drift.\n',
    ],
  ] as const)('%j is refused with the allowed values', async ([args, message], { world }) => {
    expect(await world.run('runs', ...args)).toEqual({ code: 7, stdout: '', stderr: message })
  })
})

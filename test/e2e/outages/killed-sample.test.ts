import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, expect } from 'vitest'
import type { Boundary, Target } from '../../../tools/chaos/story/schedule.ts'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const hook = join(import.meta.dirname, '..', '..', '..', 'tools', 'chaos', 'hook.ts')
const languages = ['de-de', 'en-gb']
const [size, records] = [5, 24]

/** Boundaries at which a process is killed: its requests, its commands to Redis and its transactions. */
const points: { at: Boundary; of: Target; nth: number[] }[] = [
  { at: 'redis:sent', of: 'any', nth: [1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 50, 60, 75] },
  { at: 'redis:answered', of: 'any', nth: [4, 10, 18, 28, 45] },
  { at: 'commit:before', of: 'any', nth: [1, 2, 3, 4, 6, 8, 10] },
  { at: 'commit:after', of: 'any', nth: [1, 2, 3, 5, 7, 9] },
  { at: 'http:sent', of: 'batch', nth: [1] },
  { at: 'http:headers', of: 'batch', nth: [1] },
  { at: 'http:trailers', of: 'batch', nth: [1] },
  { at: 'http:create', of: 'lookup', nth: [1, 2] },
  { at: 'http:trailers', of: 'product', nth: [1, 3, 5] },
]
const kills = points.flatMap(({ at, of, nth }) => nth.map((each) => ({ hit: 'daemon', at, of, nth: each })))

const it = withOwnWorld({
  gtins: records / languages.length,
  languages,
  env: { CMS_CONCURRENCY: '1', PARTNER_CONCURRENCY: '1', JOB_LOCK_SECONDS: '6' },
})

type Planned = { gtin: string; language: string }

/** The changes of a waiting plan by record. */
async function planOf(world: World, runId: string): Promise<Map<string, unknown>> {
  const { changes } = jsonOf(await world.run('plan', runId, '--json')) as { changes: Planned[] }
  return new Map(changes.map((change) => [`${change.gtin}/${change.language}`, change]))
}

/** The record pages that show an item number. */
const shown = async (world: World, number: string) =>
  (await world.recordPages()).filter(({ content }) => content.raw.includes(number)).length

/** Another item number for each record, which is held, because all pages change. */
async function hold(world: World, number: string): Promise<string> {
  for (const gtin of world.gtins) await world.mock.patchProduct(gtin, '*', { item_number: number })
  const { report } = await world.report('sync', '--json')
  expect(report).toMatchObject({ state: 'held', planned: { update: records } })
  return report.runId
}

async function approveAndKill(world: World, runId: string, kill: object): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'killed-sample-'))
  const env = {
    NODE_OPTIONS: `--import ${hook}`,
    CHAOS_KILL: JSON.stringify(kill),
    CHAOS_FIRED: join(folder, 'fired'),
  }
  const { child, ended } = world.spawnWith(env, 'approve', runId, '--sample', String(size), '--json')
  await ended
  await rm(folder, { recursive: true })
  return child.signalCode === 'SIGKILL'
}

const groups = Array.from({ length: 4 }, (_, group) => kills.filter((__, index) => index % 4 === group))

describe.concurrent('approve --sample 5', () => {
  it.for(groups.map((group, index) => [index + 1, group] as const))(
    'killed at any point writes at most 5 records; the rest is one held run with the same changes (%i of 4)',
    async ([, group], { world }) => {
      await world.report('sync', '--json')
      for (const [index, kill] of group.entries()) {
        const number = `NUMBER-${index}-`
        const runId = await hold(world, number)
        const before = await planOf(world, runId)
        const wasKilled = await approveAndKill(world, runId, kill)
        const written = await shown(world, number)
        await expireJobLocks(world)

        // The next sync finishes the run, or makes the same plan again if nothing was approved.
        await world.report('sync', '--json')
        const { heldRuns } = jsonOf(await world.run('status', '--json')) as { heldRuns: { runId: string }[] }
        expect({ kill, heldRuns }).toMatchObject({ kill, heldRuns: [{ runId: expect.any(String) }] })
        const rest = await planOf(world, heldRuns[0]?.runId ?? '')
        const total = await shown(world, number)
        expect({ kill, wasKilled, written: written <= size, total, rest: rest.size }).toEqual({
          kill,
          wasKilled: true,
          written: true,
          total: heldRuns[0]?.runId === runId ? 0 : size,
          rest: heldRuns[0]?.runId === runId ? records : records - size,
        })
        for (const [id, change] of rest) expect({ kill, change }).toEqual({ kill, change: before.get(id) })
      }
    },
  )
})

it('has 40 points', () => {
  expect(kills).toHaveLength(40)
})

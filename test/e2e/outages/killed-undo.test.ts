import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, expect } from 'vitest'
import type { Boundary, Target } from '../../../tools/chaos/story/schedule.ts'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const hook = join(import.meta.dirname, '..', '..', '..', 'tools', 'chaos', 'hook.ts')
const languages = ['de-de', 'en-gb']
const [products, undone] = [6, 2]

/** Boundaries at which a process is killed: its requests, its commands to Redis and its transactions. */
const points: { at: Boundary; of: Target; nth: number[] }[] = [
  { at: 'redis:sent', of: 'any', nth: [1, 4, 8, 14, 20, 28, 36, 45] },
  { at: 'redis:answered', of: 'any', nth: [6, 17, 32] },
  { at: 'commit:before', of: 'any', nth: [1, 2, 3] },
  { at: 'commit:after', of: 'any', nth: [1, 2, 3] },
  { at: 'http:sent', of: 'batch', nth: [1] },
  { at: 'http:headers', of: 'batch', nth: [1] },
  { at: 'http:trailers', of: 'batch', nth: [1] },
]
const kills = points.flatMap(({ at, of, nth }) => nth.map((each) => ({ hit: 'daemon', at, of, nth: each })))

const it = withOwnWorld({
  gtins: products,
  languages,
  env: {
    CMS_CONCURRENCY: '1',
    PARTNER_CONCURRENCY: '1',
    JOB_LOCK_SECONDS: '6',
    GUARD_MAX_UPDATE_SHARE: '1',
  },
})

/** The content of the record pages, of the products to undo and of all others. */
async function shown(world: World) {
  const chosen = world.gtins.slice(0, undone)
  const pages = (await world.recordPages()).map(({ slug, content }) => ({ slug, text: content.raw }))
  const isChosen = ({ slug }: { slug: string }): boolean => chosen.some((gtin) => slug.includes(gtin))
  return { chosen: pages.filter(isChosen), others: pages.filter((page) => !isChosen(page)) }
}

/** The item numbers that pages show. */
const numbersOn = (pages: readonly { text: string }[]): (string | undefined)[] =>
  pages.map(({ text }) => /"sku":"([^"]*)"/.exec(text)?.[1])

async function undoAndKill(world: World, runId: string, kill: object): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'killed-undo-'))
  const env = {
    NODE_OPTIONS: `--import ${hook}`,
    CHAOS_KILL: JSON.stringify(kill),
    CHAOS_FIRED: join(folder, 'fired'),
  }
  const chosen = world.gtins.slice(0, undone).flatMap((gtin) => ['--gtin', gtin])
  const { child, ended } = world.spawnWith(env, 'undo', runId, ...chosen, '--field', 'item_number', '--json')
  await ended
  await rm(folder, { recursive: true })
  return child.signalCode === 'SIGKILL'
}

const groups = Array.from({ length: 4 }, (_, group) => kills.filter((__, index) => index % 4 === group))

describe.concurrent('undo of a field of two products', () => {
  it.for(groups.map((group, index) => [index + 1, group] as const))(
    'killed at any point writes no other page and loses nothing; the rest can still be undone (%i of 4)',
    async ([, group], { world }) => {
      await world.report('sync', '--json')
      let killed = 0
      for (const [index, kill] of group.entries()) {
        const before = await shown(world)
        const number = `NUMBER-${index}-`
        for (const gtin of world.gtins) await world.mock.patchProduct(gtin, '*', { item_number: number })
        const { report } = await world.report('sync', '--json')
        expect(report).toMatchObject({ state: 'done', updated: products * languages.length })
        const after = await shown(world)

        // Some undoes end before they reach a late point.
        if (await undoAndKill(world, report.runId, kill)) killed++
        expect({ kill, others: (await shown(world)).others }).toEqual({ kill, others: after.others })
        await expireJobLocks(world)

        // The next sync finishes the undo, if it had started.
        const next = await world.report('sync', '--json')
        const now = await shown(world)
        const hasStarted = !numbersOn(now.chosen).includes(number)
        expect({ kill, state: next.report.state, numbers: numbersOn(now.chosen) }).toEqual({
          kill,
          state: 'done',
          numbers: numbersOn(hasStarted ? before.chosen : after.chosen),
        })
        expect({ kill, others: now.others }).toEqual({ kill, others: after.others })

        const rest = jsonOf(await world.run('undo', report.runId, '--json'))
        const last = await shown(world)
        expect({ kill, state: rest['state'], numbers: numbersOn([...last.chosen, ...last.others]) }).toEqual({
          kill,
          state: 'done',
          numbers: numbersOn([...before.chosen, ...before.others]),
        })
      }
      expect(killed).toBeGreaterThan(group.length / 2)
    },
  )
})

import { expect, test } from 'vitest'
import type { Redis } from 'ioredis'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'

const languages = ['de-de', 'en-gb']

/** A mirrored world. */
const it = test.extend('world', async ({}, { onCleanup }) => {
  const world = await openWorld({ gtins: 3, languages, env: { CMS_WRITE_GRACE_SECONDS: '0' } })
  onCleanup(() => world.close())
  await world.report('sync', '--json')
  return world
})

/** The mirror's keys except those of its queues. */
async function ownKeys(redis: Redis): Promise<string[]> {
  const names = await redis.keys('pm:default:*')
  return names.filter((name) => !name.startsWith('pm:default:queues:'))
}

async function makeForeign(redis: Redis, name: string): Promise<void> {
  await redis.del(name)
  await redis.rpush(name, 'foreign')
}

async function makeGarbage(redis: Redis, name: string): Promise<void> {
  const type = await redis.type(name)
  if (type === 'string') await redis.set(name, '{"broken":')
  if (type === 'hash')
    for (const field of await redis.hkeys(name)) await redis.hset(name, field, '{"broken":')
}

async function expectAllOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual(slugsOf(world.gtins, languages))
}

const commands = [
  ['status'],
  ['status', '--check'],
  ['decisions'],
  ['history', 'GTIN'],
  ['doctor'],
  ['sync', '--json'],
]
const raw = /WRONGTYPE|Unexpected token|Unexpected end|is not valid JSON/

it('keys of another type are reported and moved away by every command, and nothing is lost', async ({
  world,
  task,
}) => {
  const { redis } = world
  const names = await ownKeys(redis)
  for (const args of commands) {
    for (const name of names) await makeForeign(redis, name)
    const { code, stdout, stderr } = await world.run(
      ...args.map((arg) => (arg === 'GTIN' ? (world.gtins[0] ?? '') : arg)),
    )
    const said = stdout + stderr
    // Without its data the mirror does not write. It prints the command that restores the data from the pages.
    const expected = args[0] === 'sync' ? 4 : 0
    expect({ args, code }).toEqual({
      args,
      code: /^(--check|GTIN)$/.test(args[1] ?? '') ? expect.any(Number) : expected,
    })
    if (args[0] === 'sync') expect(said).toContain('Run product-mirror rebuild first')
    expect(said).not.toMatch(raw)
    expect(said).toMatch(
      /pm:default:\S+ held a list instead of a (hash|string|set|zset); it was moved to pm:default:moved-away:/,
    )
    await expectAllOnce(world)
  }
  expect((await redis.keys('pm:default:moved-away:*')).length).toBeGreaterThan(names.length)
  expect((await world.run('rebuild', '--json')).code).toBe(0)
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, created: 0, unchanged: 6, failed: 0 })
  countAttacks({ task }, 'keys of another type', names.length * commands.length)
})

it('garbage in every value at once does not stop any command, and a rebuild repairs the rest', async ({
  world,
  task,
}) => {
  const { redis } = world
  const names = await ownKeys(redis)
  for (const args of commands) {
    for (const name of names) await makeGarbage(redis, name)
    const { code, stdout, stderr } = await world.run(
      ...args.map((arg) => (arg === 'GTIN' ? (world.gtins[0] ?? '') : arg)),
    )
    expect(code).not.toBeNull()
    expect(stdout + stderr).not.toMatch(/WRONGTYPE|ReplyError|SyntaxError/)
    await expectAllOnce(world)
  }
  await world.run('rebuild', '--json')
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, created: 0, failed: 0 })
  await expectAllOnce(world)
  countAttacks({ task }, 'garbage values', names.length * commands.length)
})

it('a rate limit a year ahead does not stop a sync or a daemon', async ({ world, task }) => {
  const year = String(Date.now() + 365 * 86_400_000)
  for (const upstream of ['partner', 'cms']) {
    await world.redis.set(`pm:default:limit:${upstream}`, year)
    await world.redis.set(`pm:default:pace:${upstream}`, year)
  }
  const { code, stderr } = await world.runWith({ PARTNER_MAX_PER_SECOND: '100' }, 'sync', '--json')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/pm:default:limit:partner held no possible end of a limit/) as unknown,
  })
  countAttacks({ task }, 'limits a year ahead', 4)
})

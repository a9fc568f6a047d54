import type { Redis } from 'ioredis'
import { describe, expect } from 'vitest'
import { NewerFormatError, OldLayoutError } from '../../../src/lib/stored-errors.ts'
import { assertFormats, refuseOldLayout } from '../../../src/store/versions/check-formats.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { runCli } from '../../helpers/world/cli.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore().extend(
  'open',
  ({ store, keys }) =>
    (known?: Record<string, number>) =>
      assertFormats(store.redis, keys, known),
)

/** What happened to the data of a mirror, and a change that has this effect. */
type Case = [string, (redis: Redis, keys: Keys) => Promise<unknown>]

describe('a process that opens the data of a mirror', () => {
  it('notes the formats that it writes, once', async ({ store, keys, open }) => {
    await open()
    expect(await store.redis.hgetall(keys.formats)).toMatchObject({ keys: '2', snapshot: '6', run: '12' })
    expect(await store.stepsOf(() => open())).toEqual([])
  })

  it('continues with older formats, and notes its own', async ({ store, keys, open }) => {
    await open({ snapshot: 1, order: 1 })
    await open({ snapshot: 2, order: 1 })
    expect(await store.redis.hgetall(keys.formats)).toEqual({ snapshot: '2', order: '1' })
  })

  it('is refused newer formats with mirror, format, versions and remedy, and changes nothing', async ({
    store,
    keys,
    open,
  }) => {
    await open({ snapshot: 3 })
    await expect(open({ snapshot: 2, order: 1 })).rejects.toThrow(NewerFormatError)
    await expect(open({ snapshot: 2, order: 1 })).rejects.toThrow(
      `The data of mirror ${keys.mirrorId} (snapshot) has format 3; this version reads up to 2. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.`,
    )
    expect(await store.redis.hgetall(keys.formats)).toEqual({ snapshot: '3' })
  })

  it('is refused a format that it does not know at all', async ({ open }) => {
    await open({ snapshot: 1, thumbnails: 1 })
    await expect(open({ snapshot: 1 })).rejects.toThrow(
      /\(thumbnails\) has format 1; this version reads up to 0/,
    )
  })
})

describe('a process that was started before another one was upgraded', () => {
  it('starts no run, and leaves the lock to the newer process', async ({
    store,
    keys,
    stores: { runs },
    open,
  }) => {
    await open()
    await store.redis.hset(keys.formats, 'snapshot', 9)
    await expect(runs.begin(runOf('2026-11-20-1'))).rejects.toThrow(NewerFormatError)
    expect(await runs.activeId()).toBeUndefined()
    expect(await runs.list(5)).toEqual([])
  })

  it('resumes no held plan', async ({ store, keys, stores: { runs } }) => {
    await runs.begin(runOf('2026-11-20-1'))
    await runs.update('2026-11-20-1', { state: 'held' })
    await store.redis.hset(keys.formats, 'planned change', 9)
    await expect(runs.resume('2026-11-20-1', { approved: true })).rejects.toThrow(NewerFormatError)
    expect(await runs.state('2026-11-20-1')).toBe('held')
  })
})

it('a run of a newer version is refused, and a damaged run does not hide the others', async ({
  store,
  keys,
  stores: { runs },
}) => {
  for (const id of ['2026-11-20-1', '2026-11-20-2', '2026-11-20-3']) {
    await runs.begin(runOf(id))
    await runs.update(id, { state: 'done' })
  }
  await store.redis.hset(keys.run('2026-11-20-2'), 'counts', '{"records":')
  expect((await runs.list(5)).map(({ id }) => id).sort()).toEqual(['2026-11-20-1', '2026-11-20-3'])
  await expect(runs.read('2026-11-20-2')).rejects.toThrow(
    /run at pm:.*:run:2026-11-20-2 counts cannot be read/,
  )
  await store.redis.hset(keys.run('2026-11-20-3'), 'v', '13')
  await expect(runs.read('2026-11-20-3')).rejects.toThrow(NewerFormatError)
})

describe('data of key layout 1', () => {
  const runId = '2026-11-20-1'
  const traces: Case[] = [
    ['formats with the layout', (redis, keys) => redis.hset(keys.formats, { keys: 1, snapshot: 1 })],
    ['formats without a layout', (redis, keys) => redis.hset(keys.formats, 'snapshot', 1)],
    ['only decisions', (redis, keys) => redis.hset(`${keys.prefix}orders`, '4006381333931/de-de', '{}')],
    ['only runs', (redis, keys) => redis.hdel(keys.run(runId), 'v')],
  ]

  it.for(traces)('(%s) is refused', async ([, leave], { store, keys, stores: { runs } }) => {
    await runs.begin(runOf(runId))
    await expect(refuseOldLayout(store.redis, keys)).resolves.toBeUndefined()
    await leave(store.redis, keys)
    await expect(refuseOldLayout(store.redis, keys)).rejects.toThrow(OldLayoutError)
  })

  it('stays unchanged, even an active run that this version cannot read', async ({
    store,
    keys,
    stores: { runs },
  }) => {
    const { redis } = store
    await runs.begin(runOf(runId))
    await redis.hdel(keys.run(runId), 'v')
    await redis.hset(keys.run(runId), 'failure', '{"side":"cms","message":"no reply"}')
    const before = await everything(redis, keys)
    const env = { REDIS_URL: store.url, MIRROR_ID: keys.mirrorId }
    const { code, stderr, stdout } = await runCli(['status'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      `The data of mirror ${keys.mirrorId} has key layout 1; this version reads layout 2. A preview version of 22 November 2026 or earlier wrote it, before the first release. Nothing was changed. Empty this database if no other mirror uses it, or choose another one (REDIS_URL, or DATA_DIR) or another MIRROR_ID; then run the commands rebuild and plan.`,
    )
    expect(await everything(redis, keys)).toEqual(before)
  })

  const damages: Case[] = [
    ['that lost its formats', (redis, keys) => redis.del(keys.formats)],
    ['with an invalid layout', (redis, keys) => redis.hset(keys.formats, 'keys', 'damaged')],
    ['with a foreign value at its formats', (redis, keys) => redis.set(keys.formats, 'foreign')],
    ['that lost its formats and its runs', (redis, keys) => redis.del(keys.formats, keys.runs)],
    [
      'with foreign values at its formats and runs',
      (redis, keys) => redis.mset(keys.formats, 'foreign', keys.runs, 'foreign'),
    ],
    [
      'with foreign values at its formats and newest run',
      (redis, keys) => redis.mset(keys.formats, 'foreign', keys.run(runId), 'foreign'),
    ],
  ]

  it.for(damages)('is not assumed in a mirror %s', async ([, damage], { store, keys, stores, open }) => {
    await open()
    await stores.runs.begin(runOf(runId))
    await damage(store.redis, keys)
    await expect(refuseOldLayout(store.redis, keys)).resolves.toBeUndefined()
  })
})

it('a command of an older version ends with the remedy', async ({ store, keys }) => {
  await store.redis.hset(keys.formats, { keys: 2, snapshot: 9 })
  const { code, stderr, stdout } = await runCli(['status'], {
    REDIS_URL: store.url,
    MIRROR_ID: keys.mirrorId,
  })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /mirror mirror-\d+ \(snapshot\) has format 9; this version reads up to 6\..*upgrade this process/,
  )
})

/** Every key of a mirror with its value. */
async function everything(redis: Redis, keys: Keys): Promise<Map<string, unknown>> {
  const names = (await redis.keys(`${keys.prefix}*`)).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, await valueOf(redis, name)] as const)))
}

/** The dump of a large hash has no fixed order. */
async function valueOf(redis: Redis, name: string): Promise<unknown> {
  return (await redis.type(name)) === 'hash' ? redis.hgetall(name) : redis.dumpBuffer(name)
}

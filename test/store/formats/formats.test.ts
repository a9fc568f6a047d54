import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewerFormatError } from '../../../src/lib/stored-errors.ts'
import { assertFormats } from '../../../src/store/formats/formats.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { runCli } from '../../helpers/world/cli.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { openTestStore, type TestStore } from '../open-test-store.ts'

let store: TestStore
let keys: Keys
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(() => {
  keys = store.freshKeys()
})
afterAll(() => store.close())

const open = (known?: Record<string, number>) => assertFormats(store.redis, keys, known)

describe('a process that opens the data of a mirror', () => {
  test('notes the formats that it writes, once', async () => {
    await open()
    expect(await store.redis.hgetall(keys.formats)).toMatchObject({ keys: '2', snapshot: '1', run: '2' })
    expect(await store.stepsOf(() => open())).toEqual([])
  })

  test('continues with older formats, and notes its own', async () => {
    await open({ snapshot: 1, order: 1 })
    await open({ snapshot: 2, order: 1 })
    expect(await store.redis.hgetall(keys.formats)).toEqual({ snapshot: '2', order: '1' })
  })

  test('is refused newer formats with mirror, format, versions and remedy, and changes nothing', async () => {
    await open({ snapshot: 3 })
    await expect(open({ snapshot: 2, order: 1 })).rejects.toThrow(NewerFormatError)
    await expect(open({ snapshot: 2, order: 1 })).rejects.toThrow(
      `The data of mirror ${keys.mirrorId} (snapshot) has format 3; this version reads up to 2. A newer product-mirror wrote it: upgrade this process, or restore the backup from before the upgrade.`,
    )
    expect(await store.redis.hgetall(keys.formats)).toEqual({ snapshot: '3' })
  })

  test('is refused a format that it does not know at all', async () => {
    await open({ snapshot: 1, thumbnails: 1 })
    await expect(open({ snapshot: 1 })).rejects.toThrow(
      /\(thumbnails\) has format 1; this version reads up to 0/,
    )
  })
})

describe('a process that was started before another one was upgraded', () => {
  test('begins no run, and leaves the lock to the newer process', async () => {
    await open()
    const runs = createRuns(store.redis, keys)
    await store.redis.hset(keys.formats, 'snapshot', 2)
    await expect(runs.begin(runOf('2026-11-20-1'))).rejects.toThrow(NewerFormatError)
    expect(await runs.activeId()).toBeUndefined()
    expect(await runs.list(5)).toEqual([])
  })

  test('resumes no held plan', async () => {
    const runs = createRuns(store.redis, keys)
    await runs.begin(runOf('2026-11-20-1'))
    await runs.update('2026-11-20-1', { state: 'held' })
    await store.redis.hset(keys.formats, 'planned change', 2)
    await expect(runs.resume('2026-11-20-1', { approved: true })).rejects.toThrow(NewerFormatError)
    expect(await runs.state('2026-11-20-1')).toBe('held')
  })
})

test('a run of a newer version is refused, and a damaged run does not hide the others', async () => {
  const runs = createRuns(store.redis, keys)
  for (const id of ['2026-11-20-1', '2026-11-20-2', '2026-11-20-3']) {
    await runs.begin(runOf(id))
    await runs.update(id, { state: 'done' })
  }
  await store.redis.hset(keys.run('2026-11-20-2'), 'counts', '{"records":')
  expect((await runs.list(5)).map(({ id }) => id).sort()).toEqual(['2026-11-20-1', '2026-11-20-3'])
  await expect(runs.read('2026-11-20-2')).rejects.toThrow(
    /run at pm:.*:run:2026-11-20-2 counts cannot be read/,
  )
  await store.redis.hset(keys.run('2026-11-20-3'), 'v', '3')
  await expect(runs.read('2026-11-20-3')).rejects.toThrow(NewerFormatError)
})

test('a command of an older version ends with the remedy', async () => {
  await store.redis.hset('pm:upgraded:formats', 'snapshot', 9)
  const { code, stderr, stdout } = await runCli(['status'], {
    REDIS_URL: `unix://${store.redis.options.path}`,
    MIRROR_ID: 'upgraded',
  })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /mirror upgraded \(snapshot\) has format 9; this version reads up to 1\..*upgrade this process/,
  )
})

import { expect } from 'vitest'
import { connectRedis } from '../../../src/store/redis/connect.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { waitForRun } from '../../../src/cli/shared/wait-for-run.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'
import { test } from '../../helpers/world/stored-runs.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const run = runOf('2026-11-20-1')

/** A progress that acts when it is first shown, and counts its ends. */
function progressThat(act: () => unknown = () => {}) {
  const seen = { shown: [] as Record<string, number>[], ended: 0 }
  const show = (_: unknown, counters: Record<string, number>) => {
    if (seen.shown.push(counters) === 1) act()
  }
  return { seen, progress: { show, end: () => void seen.ended++ } }
}

test('a command follows its run until the run is no longer active', async ({ runs }) => {
  await runs.begin(run)
  await runs.advance(run.id, { planned: 3 })
  const { progress, seen } = progressThat(() => runs.update(run.id, { state: 'held' }))
  const ended = await waitForRun(runs, run.id, progress, new AbortController().signal)
  expect(ended.state).toBe('held')
  expect(seen).toMatchObject({ ended: 1 })
  expect(seen.shown[0]).toEqual({ planned: 3 })
})

test('a stop signal ends the wait and removes the progress line', async ({ runs }) => {
  await runs.begin(run)
  const stop = new AbortController()
  const { progress, seen } = progressThat(() => stop.abort())
  await expect(waitForRun(runs, run.id, progress, stop.signal)).rejects.toThrow('abort')
  expect(seen.ended).toBe(1)
})

test('waiting for a run that no longer exists is an error', async ({ runs }) => {
  const { progress, seen } = progressThat()
  const waiting = waitForRun(runs, run.id, progress, new AbortController().signal)
  await expect(waiting).rejects.toThrow(
    'Run 2026-11-20-1 no longer exists. Was Redis emptied? Run product-mirror rebuild',
  )
  expect(seen).toEqual({ shown: [], ended: 1 })
})

test('a stop signal ends the wait while Redis is down', async () => {
  const lost = await startTestRedis()
  const redis = connectRedis(lost.connection, undefined)
  try {
    await redis.ping()
    await lost.close()
    const stop = new AbortController()
    const { progress } = progressThat()
    const waiting = waitForRun(createRuns(redis, createKeys('lost')), run.id, progress, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow('abort')
  } finally {
    redis.disconnect()
  }
})

import { test as base } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { openDecisions } from '../content/decisions.ts'
import { openJobs } from './open-jobs.ts'
import { openStage, type Mirror, type MirrorOptions } from './sync-deps.ts'
import { sync } from './sync-run.ts'

type StageOptions = Parameters<typeof openStage>[0]
type Options = StageOptions & { mirror?: MirrorOptions; prepare?: (mirror: Mirror) => Promise<unknown> }

/**
 * Tests that share a stage and have a separate mirror each. Use it at the top of a file only: `const test =
 * withMirror({ gtins: 3 })`, then `test('…', async ({ stage, mirror, key }) => …)`. `key` is the first record.
 */
export function withMirror({ mirror: options = {}, prepare, ...stageOptions }: Options) {
  return base
    .extend('stage', { scope: 'file' }, async ({}, { onCleanup }) => {
      const stage = await openStage(stageOptions)
      onCleanup(async () => void (await stage.close()))
      return stage
    })
    .extend('mirror', async ({ stage }, { onCleanup }) => {
      onCleanup(() => stage.tidy())
      const mirror = stage.openMirror(options)
      await prepare?.(mirror)
      return mirror
    })
    .extend('key', ({ mirror }): RecordKey => ({ gtin: mirror.listed[0] ?? '', language: 'de-de' }))
}

/** Tests with one mirrored record, and actions of editors and the partner. */
export function withRecord() {
  return withMirror({ gtins: 1, prepare: sync, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
    'record',
    ({ stage, mirror }) => openDecisions(stage, mirror),
  )
}

/** Tests with the queues of a mirror. */
export function withJobs(options: Options) {
  return withMirror(options).extend('jobs', ({ stage, mirror }, { onCleanup }) => {
    const jobs = openJobs(stage, mirror)
    onCleanup(() => jobs.close())
    return jobs
  })
}

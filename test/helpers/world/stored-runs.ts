import { test as base } from 'vitest'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { openTestStore } from '../../store/open-test-store.ts'

/** Tests of a file that share a Redis. Each has the runs of a separate mirror. */
export const test = base
  .extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
    const store = await openTestStore()
    onCleanup(() => store.close())
    return store
  })
  .extend('runs', ({ store }) => createRuns(store.redis, store.freshKeys()))

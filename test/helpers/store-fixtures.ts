import { test } from 'vitest'
import { createStores } from '../../src/store/stores.ts'
import { openTestStore } from '../store/open-test-store.ts'

export const claimMs = 10_000

/**
 * Tests of a file that share a Redis. Each has a separate mirror with its keys and stores. Use it at the top of a file
 * only.
 */
export function withStore() {
  return test
    .extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
      const store = await openTestStore()
      onCleanup(() => store.close())
      await store.redis.ping()
      return store
    })
    .extend('keys', ({ store }) => store.freshKeys())
    .extend('stores', ({ store, keys }) => createStores(store.redis, keys, { claimMs }))
}

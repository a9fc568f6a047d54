import { test } from 'vitest'
import { createStores } from '../../src/store/stores.ts'
import { openTestStore } from '../store/open-test-store.ts'

export const claimMs = 10_000

/** Tests of a file that share a Redis; each has a mirror of its own, its keys and its stores. At the top of a file only. */
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

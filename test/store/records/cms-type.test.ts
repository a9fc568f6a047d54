import { expect } from 'vitest'
import type { CmsType } from '../../../src/contracts/cms/page.ts'
import { ConfigError } from '../../../src/lib/errors.ts'
import { assertCmsType } from '../../../src/store/records/cms-type.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore().extend(
  'start',
  ({ store, keys }) =>
    (type: CmsType) =>
      assertCmsType(store.redis, keys, 'shop', type),
)

it('a mirror without pages may change its CMS type, and then forgets the moved pages of the old type', async ({
  store,
  keys,
  start,
}) => {
  await start('pages')
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(0)
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(1)
})

it.for(['languages', 'intents', 'activeRun'] as const)(
  'a mirror with %s is refused the other type, and the message names both remedies',
  async (at, { store, keys, start }) => {
    await start('posts')
    await store.redis.set(keys[at], 1)
    await start('posts')
    const refusal = start('pages')
    await expect(refusal).rejects.toThrow(ConfigError)
    await expect(refusal).rejects.toThrow(
      /CMS_TYPE is pages, but mirror shop stores its products as posts\. Set CMS_TYPE to posts\. .* new MIRROR_ID/,
    )
    await start('posts')
  },
)

it('a post type of the map is named as such', async ({ store, keys, start }) => {
  await start('product')
  await store.redis.set(keys.languages, 1)
  await expect(start('posts')).rejects.toThrow(
    /CMS_TYPE is posts, but mirror shop stores its products as product\. Set type in MAP to product\./,
  )
  await expect(start('shop')).rejects.toThrow(/type in MAP is shop, but/)
})

it('a mirror whose CMS type was lost gets the configured one', async ({ store, keys, start }) => {
  await store.redis.set(keys.languages, 1)
  await start('posts')
  await expect(start('pages')).rejects.toThrow('stores its products as posts')
})

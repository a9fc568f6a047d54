import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CmsType } from '../../../src/contracts/cms/page.ts'
import { ConfigError } from '../../../src/lib/errors.ts'
import { assertCmsType } from '../../../src/store/records/cms-type.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { openTestStore } from '../open-test-store.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
let keys: Keys
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(() => {
  keys = store.freshKeys()
})
afterAll(() => store.close())

const start = (type: CmsType) => assertCmsType(store.redis, keys, 'shop', type)

test('a mirror without pages may change its CMS type, and then forgets the moved pages of the old type', async () => {
  await start('pages')
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(0)
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(1)
})

test.each(['languages', 'intents', 'activeRun'] as const)(
  'a mirror with %s is refused the other type, and the message names both remedies',
  async (at) => {
    await start('posts')
    await store.redis.set(keys[at], 1)
    await start('posts')
    const refusal = start('pages')
    await expect(refusal).rejects.toThrow(ConfigError)
    await expect(refusal).rejects.toThrow(
      /CMS_TYPE is pages, but mirror shop stores its products as posts\. Set CMS_TYPE=posts\. .* new MIRROR_ID/,
    )
    await start('posts')
  },
)

test('a mirror without a stored CMS type counts as pages', async () => {
  await store.redis.set(keys.languages, 1)
  await expect(start('posts')).rejects.toThrow('stores its products as pages')
  await start('pages')
})

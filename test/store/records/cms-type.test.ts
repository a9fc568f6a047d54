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

test('a mirror that made nothing yet may change its mind, and then looks at the CMS anew', async () => {
  await start('pages')
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(0)
  await store.redis.hset(keys.movedPages, 'walked', 1)
  await start('posts')
  expect(await store.redis.exists(keys.movedPages)).toBe(1)
})

test.each(['languages', 'intents', 'activeRun'] as const)(
  'a mirror with %s is refused the other type, with both ways out',
  async (at) => {
    await start('posts')
    await store.redis.set(keys[at], 1)
    await start('posts')
    const refusal = start('pages')
    await expect(refusal).rejects.toThrow(ConfigError)
    await expect(refusal).rejects.toThrow(
      /CMS_TYPE is pages, but the mirror shop keeps its products as posts\. Set CMS_TYPE=posts; or,.* another MIRROR_ID/,
    )
    await start('posts')
  },
)

test('a mirror that is older than the choice has pages', async () => {
  await store.redis.set(keys.languages, 1)
  await expect(start('posts')).rejects.toThrow('keeps its products as pages')
  await start('pages')
})

import { expect } from 'vitest'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 201, languages: 'de-de' })
  .extend('listing', ({ stage, mirror }) => async (): Promise<string> => {
    const { run } = await sync(mirror)
    await writeListings(mirror, run.id, go)
    await mirror.listings.markComplete()
    const found = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
    return String(found?.content.raw)
  })
  /** A run of the test writes at most 100 records. */
  .extend('first', ({ mirror, listing }) => async (): Promise<string> => {
    for (let rounds = 0; rounds < 2; rounds += 1) await sync(mirror)
    return listing()
  })

test('more than 200 products are lists by letter, and become cards if products leave', async ({
  mirror,
  first,
  listing,
}) => {
  mirror.policy.maxRetireShare = 1
  mirror.policy.retireAfterMisses = 1
  const letters = await first()
  expect(letters.match(/<li>/g)).toHaveLength(201)
  expect(letters).toContain('class="mirror-letters"')
  mirror.listed = mirror.listed.slice(1)
  for (let rounds = 0; rounds < 2; rounds += 1) await sync(mirror)
  const cards = await listing()
  expect(cards).not.toContain('<li>')
  expect(cards.match(/<div class="wp-block-column mirror-card"/g)).toHaveLength(200)
})

test('a changed name updates a long list, for which only the changed product is read', async ({
  stage,
  mirror,
  first,
  listing,
}) => {
  await first()
  // Without them, reading a product finds nothing.
  await stage.redis.del(mirror.keys.bodies('de-de'))
  await stage.mock.patchProduct(mirror.listed[0] ?? '', '*', { name: 'Zweitband' })
  const letters = await listing()
  expect(letters.match(/<li>/g)).toHaveLength(201)
  expect(letters).toContain('>Zweitband<')
})

test('products whose names an earlier version did not store with their heads are listed', async ({
  stage,
  mirror,
  first,
  listing,
}) => {
  const before = await first()
  const key = mirror.keys.heads('de-de')
  for (const [gtin, text] of Object.entries(await stage.redis.hgetall(key))) {
    const { v: _, listed: __, ...head } = JSON.parse(text)
    await stage.redis.hset(key, gtin, JSON.stringify({ v: 4, ...head }))
  }
  await mirror.listings.mark(['de-de'])
  expect(await listing()).toBe(before)
})

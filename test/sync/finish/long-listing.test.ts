import { expect } from 'vitest'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 201, languages: 'de-de' })

test('more than 200 products are lists by letter, and become cards if products leave', async ({
  stage,
  mirror,
}) => {
  mirror.policy.maxRetireShare = 1
  mirror.policy.retireAfterMisses = 1
  const run = async (): Promise<string> => {
    // A run of the test writes at most 100 records.
    for (let rounds = 0; rounds < 2; rounds += 1) await sync(mirror)
    const { run: done } = await sync(mirror)
    await writeListings(mirror, done.id, go)
    await mirror.listings.markComplete()
    const found = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
    return String(found?.content.raw)
  }
  const letters = await run()
  expect(letters.match(/<li>/g)).toHaveLength(201)
  expect(letters).toContain('class="mirror-letters"')
  mirror.listed = mirror.listed.slice(1)
  const cards = await run()
  expect(cards).not.toContain('<li>')
  expect(cards.match(/<div class="wp-block-column mirror-card"/g)).toHaveLength(200)
})

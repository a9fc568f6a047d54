import { expect } from 'vitest'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 3,
  languages: 'de-de,en-gb',
  mirror: { policy: { retireAfterMisses: 1, retireTo: 'notice' } },
})
  .extend('pageAt', ({ stage }) => async (slug: string) => {
    const found = (await stage.editor.pages()).find((page) => page.slug === slug)
    if (found === undefined) throw new Error(`no page ${slug}`)
    return found
  })
  /** A whole run, and its lists as the last job writes them. */
  .extend('run', ({ mirror }) => async () => {
    const { run } = await sync(mirror)
    await writeListings(mirror, run.id, go)
    await mirror.listings.markComplete()
  })
  .extend('isLinked', ({ key, pageAt }) => async () => {
    const { link } = await pageAt(`gtin-${key.gtin}-de-de`)
    const pages = [await pageAt('de-de'), await pageAt(`gtin-${key.gtin}-en-gb`)]
    return pages.map(({ content }) => content.raw.includes(`"${link}"`))
  })

test('a page with a notice is in no listing and no language link until its product returns', async ({
  stage,
  key,
  run,
  isLinked,
  pageAt,
}) => {
  await run()
  expect(await isLinked()).toEqual([true, true])
  await stage.mock.deleteProduct(key.gtin, 'de-de')
  await run()
  expect((await pageAt(`gtin-${key.gtin}-de-de`)).status).toBe('publish')
  expect(await isLinked()).toEqual([false, false])
  await stage.mock.zeroStats()
  await run()
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'WIEDER-DA' })
  await run()
  expect(await isLinked()).toEqual([true, true])
})

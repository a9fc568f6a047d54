import { expect } from 'vitest'
import type { Media } from '../../../src/core/record/media.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1, languages: 'de-de,en-gb' })

async function recheckAll(mirror: Mirror): Promise<void> {
  const { found } = await mirror.media.walkAssets('0', 1000)
  await recheckAssets(
    mirror,
    found.map(({ url }) => url),
    go,
  )
}

async function imagesOf(mirror: Mirror): Promise<Media[]> {
  const files = (await Array.fromAsync(mirror.media.scanMedia())).flat()
  return files.filter(({ mime }) => mime.startsWith('image/'))
}

test('the medium size of images of an earlier version is found, and no page is written for it', async ({
  mirror,
}) => {
  await sync(mirror, { media: true })
  const before = await imagesOf(mirror)
  expect(before[0]?.medium?.width).toBe(300)
  for (const { medium: _, ...image } of before) await mirror.media.renew(image)
  await recheckAll(mirror)
  expect(await imagesOf(mirror)).toEqual(before)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
})

test('a listing shows no image that is gone from the media library', async ({ stage, mirror }) => {
  const { run } = await sync(mirror, { media: true })
  const contents = async (): Promise<string> =>
    String((await stage.editor.pages()).find(({ slug }) => slug === 'de-de')?.content.raw)
  await writeListings(mirror, run.id, go)
  const [image] = await imagesOf(mirror)
  expect(await contents()).toContain(`"id":${image?.id},`)
  expect(await mirror.listings.stale()).toEqual(new Map())
  await stage.editor.removeMedia(image?.id ?? 0)
  await recheckAll(mirror)
  expect([...(await mirror.listings.stale()).keys()].sort()).toEqual(['de-de', 'en-gb'])
  await writeListings(mirror, run.id, go)
  expect(await contents()).not.toContain('<img')
})

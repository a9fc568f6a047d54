import { expect } from 'vitest'
import { recordId } from '../../../src/core/record/record.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1 })
const imagesAway = [{ side: 'partner', path: '/media/products', kind: 'status', status: 503 }] as const

test('after a loss of Redis data, images that an optimizer changed stay on their pages', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror, { media: true })
  const before = await stage.editor.page(key)
  expect(before.featured_media).toBeGreaterThan(0)
  const fresh = stage.openMirror()
  const { cms } = fresh
  fresh.cms = {
    ...cms,
    findMedia: async (slugs, signal) =>
      (await cms.findMedia(slugs, signal)).map((found) =>
        found.media.mime.startsWith('image/') ? { ...found, size: 99 } : found,
      ),
  }
  const { run, failedMedia } = await sync(fresh, { media: true })
  expect(failedMedia).toEqual([])
  expect(run.counts).toMatchObject({ updated: 0, failed: 0 })
  expect(await stage.editor.page(key)).toEqual(before)
})

test.for(['after a loss of Redis data', 'while a new address of it fails'] as const)(
  'a page keeps the image that it shows if the image cannot be fetched %s',
  async (when, { stage, mirror, key }) => {
    await sync(mirror, { media: true })
    const before = await stage.editor.page(key)
    const later = when === 'after a loss of Redis data' ? stage.openMirror() : mirror
    await stage.mock.patchProduct(key.gtin, key.language, {
      name: 'Neuer Name',
      image: `${stage.mock.partnerBaseUrl.replace(/\/api.*$/, '')}/media/products/nowhere.png`,
    })
    await stage.mock.faults([...imagesAway])
    const { outcomes } = await sync(later, { media: true })
    expect(outcomes.get(recordId(key))).toMatchObject({ result: 'updated' })
    const after = await stage.editor.page(key)
    expect(after.title.raw).toBe('Neuer Name')
    expect(after.featured_media).toBe(before.featured_media)
    expect(await later.missingAssets.count()).toBe(1)
  },
)

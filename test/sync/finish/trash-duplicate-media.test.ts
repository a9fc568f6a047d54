import { hash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mediaSlug, type Asset } from '../../../src/core/record/media.ts'
import { trashDuplicateMedia } from '../../../src/sync/finish/trash-duplicate-media.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { writeGraceMs, type Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, uploading } from '../../helpers/sync/sync-run.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 1 })
let mirror: Mirror
let image: Asset
let bytes: Buffer
let slug: string
beforeAll(async () => {
  const [gtin = ''] = stage.gtins
  const fetched = await stage.openMirror().partner.fetchProduct({ gtin, language: 'de-de' }, undefined, go)
  if (fetched.state !== 'present') throw new Error(fetched.state)
  image = { url: fetched.product.image, kind: 'image' }
  bytes = Buffer.from(await (await fetch(image.url)).arrayBuffer())
  slug = mediaSlug(hash('sha256', bytes, 'hex'))
})
beforeEach(() => {
  mirror = stage.openMirror()
})

const slugs = async () => (await stage.editor.media()).map((media) => media.slug).sort()

/** An upload whose answer is lost, and the one that is sent again after the write grace period. */
async function uploadTwice() {
  await stage.mock.faults([
    { side: 'cms', method: 'POST', path: '/cms/v2/media', kind: 'reset-before', count: 1 },
  ])
  await uploadMedia(mirror, [image], go, uploading)
  mirror.pass(writeGraceMs)
  await uploadMedia(mirror, [image], go, uploading)
}

test('an upload that lands after the write grace period is removed at the end of the run', async () => {
  await uploadTwice()
  const duplicate = await stage.editor.uploadPng(`${slug}-2`, bytes)
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
  expect((await stage.editor.media()).map(({ id }) => id)).not.toContain(duplicate.id)
  expect(await slugs()).toEqual([slug])
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
})

test('an upload that lands after the run is removed by later runs for a day', async () => {
  await uploadTwice()
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  mirror.pass(23 * 3_600_000)
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
  mirror.pass(2 * 3_600_000)
  await trashDuplicateMedia(mirror, go)
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  await stage.mock.zeroStats()
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test.each([
  [
    'is named in the text of a page',
    async () => {
      const { id } = await stage.editor.uploadPng(`${slug}-2`, bytes)
      const url = await stage.editor.mediaUrl(id)
      await stage.editor.create({ title: 'Blog', status: 'draft', content: `<img src="${url}"/>` })
    },
  ],
  [
    'belongs to a page',
    async () => {
      const { id } = await stage.editor.create({ title: 'Blog', status: 'publish' })
      await stage.editor.uploadPng(`${slug}-2`, bytes, id)
    },
  ],
  [
    'is another file',
    async () => {
      await stage.editor.uploadPng(`${slug}-2`, await drawPng(9))
    },
  ],
])('what %s stays', async (_what, put) => {
  await uploadTwice()
  await put()
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  expect(await slugs()).toEqual([slug, `${slug}-2`])
})

test('nothing is searched for if every upload was answered', async () => {
  await uploadMedia(mirror, [image], go, uploading)
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  await stage.mock.zeroStats()
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('the duplicate of a killed process is removed at the end of the run', async () => {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async uploadMedia(upload, signal) {
      await stage.editor.uploadPng(slug, bytes)
      return cms.uploadMedia(upload, signal)
    },
    deleteMedia: async () => {
      throw new Error('killed')
    },
  }
  await expect(uploadMedia(mirror, [image], go, uploading)).rejects.toThrow('killed')
  mirror.cms = cms
  expect(await slugs()).toEqual([slug, `${slug}-2`])
  await uploadMedia(mirror, [image], go, uploading)
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
  expect(await slugs()).toEqual([slug])
})

test('a CMS that does not answer fails no run, and the next run retries', async () => {
  await uploadTwice()
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  await stage.mock.faults([{ side: 'cms', kind: 'status', status: 502 }])
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  await stage.mock.clearFaults()
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
})

import { expect } from 'vitest'
import { trashDuplicateMedia } from '../../../src/sync/finish/trash-duplicate-media.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { drawPng } from '../../helpers/content/files.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { go, uploading } from '../../helpers/sync/sync-run.ts'
import { withMedia } from '../../helpers/sync/with-media.ts'

/** How long a claim to upload lasts at least. */
const claimMs = 5_000

/** An upload whose reply is lost, and a second one that is sent after the write grace period. */
const test = withMedia().extend('uploadTwice', ({ stage, mirror, image }) => async () => {
  await stage.mock.faults([
    { side: 'cms', method: 'POST', path: '/cms/v2/media', kind: 'reset-before', count: 1 },
  ])
  await uploadMedia(mirror, [image], go, uploading)
  mirror.pass(claimMs)
  await uploadMedia(mirror, [image], go, uploading)
})

type Upload = { stage: Stage; slug: string; bytes: Buffer }

test('an upload that lands after the write grace period is removed at the end of the run', async ({
  stage,
  mirror,
  bytes,
  slug,
  slugs,
  uploadTwice,
}) => {
  await uploadTwice()
  const duplicate = await stage.editor.uploadPng(`${slug}-2`, bytes)
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
  expect((await stage.editor.media()).map(({ id }) => id)).not.toContain(duplicate.id)
  expect(await slugs()).toEqual([slug])
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
})

test('an upload that lands after the run is removed by later runs for a day', async ({
  stage,
  mirror,
  bytes,
  slug,
  uploadTwice,
}) => {
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

test.for([
  [
    'is named in the text of a page',
    async ({ stage, slug, bytes }: Upload) => {
      const { id } = await stage.editor.uploadPng(`${slug}-2`, bytes)
      const url = await stage.editor.mediaUrl(id)
      await stage.editor.create({ title: 'Blog', status: 'draft', content: `<img src="${url}"/>` })
    },
  ],
  [
    'belongs to a page',
    async ({ stage, slug, bytes }: Upload) => {
      const { id } = await stage.editor.create({ title: 'Blog', status: 'publish' })
      await stage.editor.uploadPng(`${slug}-2`, bytes, id)
    },
  ],
  [
    'is another file',
    async ({ stage, slug }: Upload) => {
      await stage.editor.uploadPng(`${slug}-2`, await drawPng(9))
    },
  ],
] as const)(
  'an attachment that %s stays',
  async ([, put], { stage, mirror, slug, bytes, slugs, uploadTwice }) => {
    await uploadTwice()
    await put({ stage, slug, bytes })
    expect(await trashDuplicateMedia(mirror, go)).toBe(0)
    expect((await slugs()).sort()).toEqual([slug, `${slug}-2`])
  },
)

test('nothing is searched for if every upload got a response', async ({
  stage,
  mirror,
  image,
  bytes,
  slug,
}) => {
  await uploadMedia(mirror, [image], go, uploading)
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  await stage.mock.zeroStats()
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('the duplicate of a killed process is removed at the end of the run', async ({
  stage,
  mirror,
  image,
  bytes,
  slug,
  slugs,
}) => {
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
  expect((await slugs()).sort()).toEqual([slug, `${slug}-2`])
  await uploadMedia(mirror, [image], go, uploading)
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
  expect(await slugs()).toEqual([slug])
})

test('a CMS that does not respond fails no run, and the next run retries', async ({
  stage,
  mirror,
  bytes,
  slug,
  uploadTwice,
}) => {
  await uploadTwice()
  await stage.editor.uploadPng(`${slug}-2`, bytes)
  await stage.mock.faults([{ side: 'cms', kind: 'status', status: 502 }])
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  await stage.mock.clearFaults()
  expect(await trashDuplicateMedia(mirror, go)).toBe(1)
})

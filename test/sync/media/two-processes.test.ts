import { expect } from 'vitest'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { beforeNext, go, uploading } from '../../helpers/sync/sync-run.ts'
import { withMedia } from '../../helpers/sync/with-media.ts'

const test = withMedia()

test('two processes that upload the same bytes make one attachment', async ({
  stage,
  mirror,
  image,
  slug,
  slugs,
}) => {
  const second = stage.openMirror({ keys: mirror.keys })
  const meanwhile: Awaited<ReturnType<typeof uploadMedia>>[] = []
  beforeNext(mirror, 'uploadMedia', async () =>
    meanwhile.push(await uploadMedia(second, [image], go, uploading)),
  )
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1, rest: [] })
  expect(meanwhile).toMatchObject([{ uploaded: 0, reused: 0, failed: [], rest: [image] }])
  expect(meanwhile[0]?.waitMs).toBeGreaterThan(0)
  expect(await uploadMedia(second, [image], go, uploading)).toMatchObject({
    uploaded: 0,
    reused: 1,
    rest: [],
  })
  expect(await slugs()).toEqual([slug])
})

test('bytes that another process stores right before they are claimed are not uploaded again', async ({
  stage,
  mirror,
  image,
  slug,
  slugs,
}) => {
  const second = stage.openMirror({ keys: mirror.keys })
  const { media } = mirror
  mirror.media = {
    ...media,
    async claim(...bytes) {
      await uploadMedia(second, [image], go, uploading)
      return media.claim(...bytes)
    },
  }
  await stage.mock.zeroStats()
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 0, reused: 1 })
  expect((await stage.mock.stats()).cmsWrites.byKind['media.create']).toBe(1)
  expect(await slugs()).toEqual([slug])
  // The claim is given up.
  expect(await media.claim(slug.replace('media-', ''))).toEqual({ granted: true })
})

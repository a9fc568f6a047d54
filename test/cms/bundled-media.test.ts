import { expect } from 'vitest'
import { mediaSlug } from '../../src/core/record/media.ts'
import { OutcomeUnknownError, UnusableError } from '../../src/lib/errors.ts'
import { withBundled } from '../helpers/upstream-fixtures.ts'

const it = withBundled()

const signal = new AbortController().signal
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = 'cd'.repeat(32)
const slug = mediaSlug(sha256)
const upload = { slug, filename: `${slug}.png`, title: 'Band & Kleber', mime: 'image/png', bytes: png }

it('an upload is found by its slug and removed', async ({ mock, connectCms }) => {
  const cms = connectCms(mock.cmsRoot)
  const uploaded = await cms.uploadMedia(upload, signal)
  if (!uploaded.ok) throw new Error(uploaded.reason)
  expect(uploaded).toMatchObject({ slug, media: { sha256, mime: 'image/png', bytes: png.length, width: 1 } })
  expect(await cms.findMedia([slug, 'media-unknown'], signal)).toEqual([
    { slug, media: uploaded.media, size: png.length, author: 1 },
  ])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({
    ok: true,
    slug: `${slug}-2`,
    media: { sha256 },
  })
  await cms.deleteMedia(uploaded.media.id, signal)
  await cms.deleteMedia(uploaded.media.id, signal)
  expect(await cms.findMedia([slug], signal)).toEqual([])
})

it('an upload of a file type that the CMS rejects returns the reason', async ({ mock, connectCms }) => {
  const svg = { ...upload, filename: `${slug}.svg`, mime: 'image/svg+xml', bytes: Buffer.from('<svg/>') }
  expect(await connectCms(mock.cmsRoot).uploadMedia(svg, signal)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('500'),
  })
})

it('an upload with wrong credentials makes the CMS unusable', async ({ mock, connectCms }) => {
  const cms = connectCms(mock.cmsRoot, { auth: { user: 'admin', password: 'wrong' } })
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(UnusableError)
})

it('an upload whose reply was lost is sent once, and found by its slug', async ({ mock, connectCms }) => {
  const cms = connectCms(mock.cmsRoot)
  await mock.faults([{ side: 'cms', path: '/cms/v2/media', method: 'POST', kind: 'reset-after', count: 1 }])
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(OutcomeUnknownError)
  await expect.poll(async () => (await cms.findMedia([slug], signal)).length).toBe(1)
})

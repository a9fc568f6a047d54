import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { writeGraceMs } from '../../helpers/sync/sync-deps.ts'
import { beforeNext, go, only, sync, uploading } from '../../helpers/sync/sync-run.ts'
import { withMedia } from '../../helpers/sync/with-media.ts'

const test = withMedia()
const toUploads = { side: 'cms', method: 'POST', path: '/cms/v2/media' } as const

/** The shortest claim to an upload; the write grace period of these tests is shorter. */
const claimMs = 5_000

test('two addresses with the same bytes become one attachment', async ({ mirror, image, slug, slugs }) => {
  const other = { ...image, url: `${image.url}?size=full` }
  const first = await uploadMedia(mirror, [image, other], go, uploading)
  // Two in one call may meet each other's claim; the second one is repeated.
  const second = await uploadMedia(mirror, first.rest, go, uploading)
  expect([first.uploaded + second.uploaded, first.reused + second.reused]).toEqual([1, 1])
  expect(await slugs()).toEqual([slug])
  const known = await mirror.media.assets([image.url, other.url])
  expect(known[0]?.sha256).toBe(known[1]?.sha256)
})

test('known bytes are requested conditionally and not uploaded again', async ({
  stage,
  mirror,
  image,
  datasheet,
}) => {
  await uploadMedia(mirror, [image, datasheet], go, uploading)
  await stage.mock.zeroStats()
  const again = await uploadMedia(mirror, [image, datasheet], go, uploading)
  expect(again).toMatchObject({ uploaded: 0, reused: 2, rest: [] })
  const { statuses, totals } = await stage.mock.stats()
  expect(statuses.partner).toMatchObject({ '3xx': 2 })
  // One request checks that the library still has them.
  expect(totals.cms).toBe(1)
})

test('PR-57: a file whose server does not respond is distinguished from one that does not exist', async ({
  stage,
  mirror,
  image,
  datasheet,
}) => {
  const path = (url: string): string => new URL(url).pathname.replace(/^\/api\/partner\/v1/, '')
  await stage.mock.faults([
    { side: 'partner', path: path(image.url), kind: 'status', status: 503 },
    { side: 'partner', path: path(datasheet.url), kind: 'status', status: 404 },
  ])
  expect(await uploadMedia(mirror, [image, datasheet], go, uploading)).toMatchObject({
    failed: [expect.stringContaining(`${datasheet.url}: its server returned 404`)],
    unfetched: [expect.stringContaining(`${image.url}: its server returned 503`)],
  })
})

test('an upload whose reply was lost is found by its slug', async ({ stage, mirror, image, slug, slugs }) => {
  await stage.mock.faults([{ ...toUploads, kind: 'reset-after', count: 1 }])
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({
    rest: [image],
    waitMs: writeGraceMs,
    failed: [],
  })
  await stage.mock.zeroStats()
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ reused: 1, rest: [] })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await slugs()).toEqual([slug])
})

test('an upload that never landed is sent again after its claim has expired', async ({
  stage,
  mirror,
  image,
  slug,
  slugs,
}) => {
  await stage.mock.faults([{ ...toUploads, kind: 'reset-before', count: 1 }])
  await uploadMedia(mirror, [image], go, uploading)
  await stage.mock.zeroStats()
  mirror.pass(claimMs - 1)
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 0, rest: [image] })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  mirror.pass(1)
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1, rest: [] })
  expect(await slugs()).toEqual([slug])
})

test('if the same bytes were uploaded first, those stay and our duplicate is removed', async ({
  stage,
  mirror,
  image,
  bytes,
  slug,
}) => {
  const theirs: { id?: number } = {}
  beforeNext(mirror, 'uploadMedia', async () =>
    Object.assign(theirs, await stage.editor.uploadPng(slug, bytes)),
  )
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1, failed: [] })
  expect(await stage.editor.media()).toEqual([{ id: theirs.id, slug }])
  const [known] = await mirror.media.media([slug.slice('media-'.length)])
  expect(known?.id).toBe(theirs.id)
})

test('another file at the slug of a document is neither used nor removed, and the reason names it', async ({
  stage,
  mirror,
  datasheet,
  slugs,
}) => {
  const bytes = Buffer.from(await (await fetch(datasheet.url)).arrayBuffer())
  const slug = mediaSlug(hash('sha256', bytes, 'hex'))
  const { id } = await stage.editor.uploadPng(slug, await drawPng())
  const { failed } = await uploadMedia(mirror, [datasheet], go, uploading)
  expect(failed).toEqual([
    expect.stringMatching(
      new RegExp(
        `\\.pdf: media ${id} .* has the name of this file but \\d+ bytes instead of ${bytes.length}: .*delete it from the media library; the next run then uploads the file$`,
      ),
    ),
  ])
  expect(await slugs()).toEqual([slug])
  expect(await mirror.media.media([slug.slice('media-'.length)])).toEqual([undefined])
  await stage.editor.removeMedia(id)
  expect(await uploadMedia(mirror, [datasheet], go, uploading)).toMatchObject({ uploaded: 1, failed: [] })
})

test('a file of another size that appears during our upload does not replace ours', async ({
  stage,
  mirror,
  image,
  bytes,
  slug,
  slugs,
}) => {
  beforeNext(mirror, 'uploadMedia', async () => stage.editor.uploadPng(slug, await drawPng()))
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1, failed: [] })
  const [known] = await mirror.media.media([slug.slice('media-'.length)])
  expect(known?.bytes).toBe(bytes.length)
  expect((await slugs()).sort()).toEqual([slug, `${slug}-2`])
})

test('an image whose smaller sizes failed gets them later and is uploaded once', async ({
  stage,
  mirror,
  image,
  slug,
}) => {
  await stage.mock.faults([{ ...toUploads, kind: 'oddity', name: 'failed-subsizes', count: 3 }])
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({
    uploaded: 1,
    failed: [],
    rest: [],
  })
  expect((await stage.mock.stats()).requests.cms).toMatchObject({ 'POST /cms/v2/media': 1 })
  const [known] = await mirror.media.media([slug.slice('media-'.length)])
  const plain = stage.openMirror()
  await stage.editor.removeMedia(known?.id ?? 0)
  await uploadMedia(plain, [image], go, uploading)
  const [usual] = await plain.media.media([slug.slice('media-'.length)])
  expect({ ...known, id: 0, url: '', large: known?.large !== undefined }).toEqual({
    ...usual,
    id: 0,
    url: '',
    large: usual?.large !== undefined,
  })
})

test('a second process does not repeat a slow upload in flight', async ({
  stage,
  mirror,
  image,
  slug,
  slugs,
}) => {
  const second = stage.openMirror({ keys: mirror.keys })
  const meanwhile: unknown[] = []
  beforeNext(mirror, 'uploadMedia', async () => {
    mirror.pass(writeGraceMs * 3)
    const renewed = String(mirror.now().getTime())
    await expect
      .poll(() => stage.redis.hget(mirror.keys.mediaClaims, slug.slice('media-'.length)))
      .toBe(renewed)
    meanwhile.push(await uploadMedia(second, [image], go, uploading))
  })
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1 })
  expect(meanwhile).toMatchObject([{ uploaded: 0, rest: [image] }])
  expect(await slugs()).toEqual([slug])
})

test('the type of a file is read from its bytes, whatever its name', async ({
  mirror,
  image,
  slugs,
  datasheet,
}) => {
  const posing = [
    { ...datasheet, kind: 'image' },
    { ...image, kind: 'pdf' },
  ] as const
  const { failed, rest } = await uploadMedia(mirror, posing, go, uploading)
  expect(failed.sort()).toEqual([
    expect.stringMatching(/\.pdf: it is application\/pdf, not image/),
    expect.stringMatching(
      /\.png: it is image\/png, not application\/pdf.*Ask the partner to repair the file$/,
    ),
  ])
  expect(rest).toEqual([])
  expect(await slugs()).toEqual([])
})

test('a file that the CMS refuses fails with the CMS’s message and may be tried again', async ({
  stage,
  mirror,
  image,
}) => {
  await stage.mock.faults([{ ...toUploads, kind: 'status', status: 400, count: 1 }])
  const { failed } = await uploadMedia(mirror, [image], go, uploading)
  expect(failed).toEqual([expect.stringContaining('Planned fault 400')])
  expect(await uploadMedia(mirror, [image], go, uploading)).toMatchObject({ uploaded: 1, failed: [] })
})

test('an unavailable PDF is left out of its page with a reason and blocks neither page nor image', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.faults([
    { side: 'partner', path: '/media/documents/datasheet', kind: 'status', status: 404 },
  ])
  const { outcomes, failedMedia } = await sync(mirror, { media: true })
  expect(failedMedia).toEqual([
    expect.stringMatching(
      new RegExp(
        `datasheet.* \\(${key.gtin}/de-de\\): its server returned 404.*: the file does not exist\\. Ask the partner to repair the link$`,
      ),
    ),
  ])
  expect(only(outcomes)).toMatchObject({ result: 'created' })
  const page = await stage.editor.page(key)
  expect(page.featured_media).toBeGreaterThan(0)
  expect(page.content.raw).not.toContain('datasheet')
  expect(page.content.raw).not.toContain('href=""')
})

import { expect } from 'vitest'
import { mediaSlug } from '../../src/core/record/media.ts'
import { OutcomeUnknownError } from '../../src/lib/errors.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const sha256 = 'ab'.repeat(32)
const slug = mediaSlug(sha256)
const bytes = Buffer.from('the bytes')
const upload = { slug, filename: `${slug}.jpg`, title: 'Band', mime: 'image/jpeg', bytes }

/** Connects to a CMS whose script responds to the upload and the requests after it. */
const it = withScripts().extend('connect', ({ start, connectCms }) => async (...script: Step[]) => {
  const server = await start(script)
  const asked = () => server.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)
  return { cms: connectCms(server.url), asked }
})

const died: Step = { status: 500, headers: { 'x-wp-upload-attachment-id': '9' }, body: 'died' }
const large = { width: 1024, height: 683, source_url: 'http://x/l.jpg', mime_type: 'image/jpeg' }
const wire = {
  id: 9,
  slug,
  status: 'inherit',
  mime_type: 'image/jpeg',
  source_url: 'http://x/a.jpg',
  media_details: { width: 1200, height: 800, filesize: bytes.length, sizes: {} },
}
const whole = { ...wire, media_details: { ...wire.media_details, sizes: { large } } }
const post = 'POST /cms/v2/media'
const process = 'POST /cms/v2/media/9/post-process'
const read = 'GET /cms/v2/media/9'
const removal = 'DELETE /cms/v2/media/9'

it('smaller sizes that were not made with the upload are made afterwards', async ({ connect }) => {
  const { cms, asked } = await connect(died, died, died, { json: whole })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({
    ok: true,
    slug,
    media: { id: 9, sha256, large: { url: 'http://x/l.jpg' } },
  })
  expect(asked()).toEqual([post, process, process, process])
})

it('after three tries a complete file is used without smaller sizes, with a note', async ({ connect }) => {
  const { cms, asked } = await connect(died, died, died, died, { json: wire })
  expect(await cms.uploadMedia(upload, signal)).toEqual({
    ok: true,
    slug,
    media: { id: 9, sha256, url: 'http://x/a.jpg', mime: 'image/jpeg', bytes: 9, width: 1200, height: 800 },
    note: 'the CMS could not make smaller sizes of media 9; the original is used',
  })
  expect(asked()).toEqual([post, process, process, process, read])
})

it('an image whose size an optimizer changed is used, and nothing is deleted', async ({ connect }) => {
  const smaller = { ...wire, media_details: { filesize: 4, sizes: {} } }
  const { cms, asked } = await connect(died, died, died, died, { json: smaller })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true, media: { id: 9, bytes: 4 } })
  expect(asked()).toEqual([post, process, process, process, read])
})

it('a document of another size is neither used nor deleted, and the reason names it', async ({ connect }) => {
  const torn = { ...wire, mime_type: 'application/pdf', media_details: { filesize: 4 } }
  const { cms, asked } = await connect(died, died, died, died, { json: torn })
  expect(await cms.uploadMedia({ ...upload, mime: 'application/pdf' }, signal)).toEqual({
    ok: false,
    reason: expect.stringMatching(
      /^the CMS stored 4 of 9 bytes as media 9\. .*delete it from the media library/,
    ),
  })
  expect(asked()).not.toContain(removal)
})

it.for([
  ['older engines, which tell no size', { ...wire, media_details: [] }],
  [
    'a picture that was scaled down',
    { ...wire, media_details: { filesize: 4, original_image: 'a.jpg', width: 2560, height: 1 } },
  ],
])('nothing is removed for its size: %s', async ([, json], { connect }) => {
  const { cms, asked } = await connect(died, died, died, died, { json })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true })
  expect(asked()).not.toContain(removal)
})

it.for<[string, Step]>([
  ['somebody else’s', { json: { ...wire, slug: 'holiday' } }],
  ['another file of ours', { json: { ...wire, slug: mediaSlug('cd'.repeat(32)) } }],
  ['gone', { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } }],
])(
  'the attachment in the header is never deleted when it is %s: the outcome is unknown',
  async ([, step], { connect }) => {
    const { cms, asked } = await connect(died, died, died, died, step)
    await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(OutcomeUnknownError)
    expect(asked()).not.toContain(removal)
  },
)

import { afterEach, expect, test } from 'vitest'
import { createCms } from '../../src/cms/cms.ts'
import { mediaSlug } from '../../src/core/record/media.ts'
import { OutcomeUnknownError } from '../../src/lib/errors.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startScripted, type Step } from '../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const sha256 = 'ab'.repeat(32)
const slug = mediaSlug(sha256)
const bytes = Buffer.from('the bytes')
const upload = { slug, filename: `${slug}.jpg`, title: 'Band', mime: 'image/jpeg', bytes }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The CMS's answers in order: to the upload, and to what follows it. */
async function connect(...script: Step[]) {
  const server = await startScripted(script)
  const cms = createCms({
    apiRoot: server.url,
    namespace: 'cms/v2',
    auth: { user: 'admin', password: 'secret' },
    gate: openGate(),
    retry: { tries: 2, baseMs: 1, capMs: 1 },
  })
  closing.push(
    () => cms.close(),
    () => server.close(),
  )
  return { cms, asked: () => server.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`) }
}

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

test('smaller sizes that were not made with the upload are made afterwards', async () => {
  const { cms, asked } = await connect(died, died, died, { json: whole })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({
    ok: true,
    slug,
    media: { id: 9, sha256, large: { url: 'http://x/l.jpg' } },
  })
  expect(asked()).toEqual([post, process, process, process])
})

test('after three tries a whole file is used without them, and people are told', async () => {
  const { cms, asked } = await connect(died, died, died, died, { json: wire })
  expect(await cms.uploadMedia(upload, signal)).toEqual({
    ok: true,
    slug,
    media: { id: 9, sha256, url: 'http://x/a.jpg', mime: 'image/jpeg', bytes: 9, width: 1200, height: 800 },
    note: 'the CMS could not make smaller sizes of media 9; the original is used',
  })
  expect(asked()).toEqual([post, process, process, process, read])
})

test('a file that is torn is removed again, and the upload has failed', async () => {
  const torn = { ...wire, media_details: { filesize: 4, sizes: {} } }
  const { cms, asked } = await connect(died, died, died, died, { json: torn }, { json: { deleted: true } })
  expect(await cms.uploadMedia(upload, signal)).toEqual({
    ok: false,
    reason: 'the CMS stored 4 of 9 bytes; media 9 was deleted',
  })
  expect(asked()).toEqual([post, process, process, process, read, removal])
})

test.each([
  ['older engines, which tell no size', { ...wire, media_details: [] }],
  [
    'a picture that was scaled down',
    { ...wire, media_details: { filesize: 4, original_image: 'a.jpg', width: 2560, height: 1 } },
  ],
])('nothing is removed for its size: %s', async (_, json) => {
  const { cms, asked } = await connect(died, died, died, died, { json })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true })
  expect(asked()).not.toContain(removal)
})

test.each<[string, Step]>([
  ['somebody else’s', { json: { ...wire, slug: 'holiday' } }],
  ['another file of ours', { json: { ...wire, slug: mediaSlug('cd'.repeat(32)) } }],
  ['gone', { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } }],
])('what the header names is never touched when it is %s: the outcome is unknown', async (_, step) => {
  const { cms, asked } = await connect(died, died, died, died, step)
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(OutcomeUnknownError)
  expect(asked()).not.toContain(removal)
})

import sharp from 'sharp'
import { expect } from 'vitest'
import { mediaSlug } from '../../src/core/record/media.ts'
import type { Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const slug = mediaSlug('ab'.repeat(32))

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 1, g: 2, b: 3 } } }).jpeg()
const usual = await photo(2000, 1500).toBuffer()
const upload = { slug, filename: `${slug}.jpg`, title: 'Band', mime: 'image/jpeg', sizesLater: true }

/** Connects to a CMS with a script; `sent` lists each request, with the parameter. */
const it = withScripts().extend('connect', ({ start, connectCms }) => async (...script: Step[]) => {
  const server = await start(script)
  const sent = () =>
    server.asked.map(({ method, url }) => {
      const { searchParams } = new URL(url, 'http://x')
      const parameter = searchParams.get('generate_sub_sizes')
      return parameter === null ? method : `${method} ${parameter}`
    })
  return { cms: connectCms(server.url), sent }
})

const describing = (args: object): Step => ({
  json: {
    endpoints: [
      { methods: ['GET'], args: {} },
      { methods: ['POST'], args },
    ],
  },
})
const described = describing({ generate_sub_sizes: { type: 'boolean', default: true } })
const large = { width: 1024, height: 768, source_url: 'http://x/l.jpg', mime_type: 'image/jpeg' }
const stored = (more: object): Step => ({
  status: 201,
  json: { id: 9, slug, status: 'inherit', mime_type: 'image/jpeg', source_url: 'http://x/a.jpg', ...more },
})
const without = stored({
  missing_image_sizes: ['medium', 'large'],
  media_details: { width: 2000, height: 1500, sizes: {} },
})
const complete = stored({
  missing_image_sizes: [],
  media_details: { width: 2000, height: 1500, sizes: { large } },
})

it('a photo is uploaded without smaller sizes if the CMS describes the parameter', async ({ connect }) => {
  const { cms, sent } = await connect(described, without, without)
  const result = await cms.uploadMedia({ ...upload, bytes: usual }, signal)
  expect(result).toMatchObject({ ok: true, lacksSizes: true, media: { url: 'http://x/a.jpg' } })
  await cms.uploadMedia({ ...upload, bytes: usual }, signal)
  expect(sent()).toEqual(['OPTIONS', 'POST false', 'POST false'])
})

it.for<[string, Step]>([
  ['an older CMS', describing({ title: {} })],
  ['a CMS without descriptions', { json: [] }],
  ['a web server that responds to OPTIONS itself', { status: 204 }],
  ['a firewall that refuses OPTIONS', { status: 405, body: 'no' }],
])('%s gets the upload as before', async ([, step], { connect }) => {
  const { cms, sent } = await connect(step, complete)
  const result = await cms.uploadMedia({ ...upload, bytes: usual }, signal)
  expect(result).toMatchObject({ ok: true, media: { large: { url: 'http://x/l.jpg' } } })
  expect(result).not.toHaveProperty('lacksSizes')
  expect(sent()).toEqual(['OPTIONS', 'POST'])
})

it('a CMS that ignores the parameter has created the sizes', async ({ connect }) => {
  const { cms } = await connect(described, complete)
  const result = await cms.uploadMedia({ ...upload, bytes: usual }, signal)
  expect(result).toMatchObject({ ok: true, media: { large: { url: 'http://x/l.jpg' } } })
  expect(result).not.toHaveProperty('lacksSizes')
})

it('a CMS that refuses the parameter gets files without it from then on', async ({ connect }) => {
  const refusal = { status: 400, json: { code: 'rest_invalid_param', message: 'Invalid parameter(s)' } }
  const { cms, sent } = await connect(described, refusal, complete, complete)
  expect(await cms.uploadMedia({ ...upload, bytes: usual }, signal)).toMatchObject({ ok: true })
  expect(await cms.uploadMedia({ ...upload, bytes: usual }, signal)).toMatchObject({ ok: true })
  expect(sent()).toEqual(['OPTIONS', 'POST false', 'POST', 'POST'])
})

it('a file that is refused with and without the parameter does not change later uploads', async ({
  connect,
}) => {
  const refusal = { status: 413, json: { code: 'too_large', message: 'Too large' } }
  const { cms, sent } = await connect(described, refusal, refusal, without)
  expect(await cms.uploadMedia({ ...upload, bytes: usual }, signal)).toMatchObject({ ok: false })
  expect(await cms.uploadMedia({ ...upload, bytes: usual }, signal)).toMatchObject({ lacksSizes: true })
  expect(sent()).toEqual(['OPTIONS', 'POST false', 'POST', 'POST false'])
})

it.for([
  ['a small image', photo(1024, 900), true],
  ['an image that the CMS scales down', photo(2561, 900), true],
  ['an image that the CMS turns', photo(2000, 1500).withMetadata({ orientation: 6 }), true],
  ['a photo, unless the caller creates the sizes later', photo(2000, 1500), false],
] as const)('%s is uploaded as before', async ([, picture, sizesLater], { connect }) => {
  const { cms, sent } = await connect(complete)
  const bytes = await picture.toBuffer()
  expect(await cms.uploadMedia({ ...upload, sizesLater, bytes }, signal)).toMatchObject({ ok: true })
  expect(sent()).toEqual(['POST'])
})

it('a document is uploaded as before, because its preview cannot be created later', async ({ connect }) => {
  const { cms, sent } = await connect(stored({ mime_type: 'application/pdf', media_details: [] }))
  const document = { ...upload, mime: 'application/pdf', bytes: Buffer.from('%PDF-1.4') }
  expect(await cms.uploadMedia(document, signal)).toMatchObject({ ok: true })
  expect(sent()).toEqual(['POST'])
})

import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { mediaSlug, sha256OfSlug } from '../../src/core/record/media.ts'
import { OutcomeUnknownError, UnusableError } from '../../src/lib/errors.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const sha256 = 'ab'.repeat(32)
const slug = mediaSlug(sha256)
const bytes = Buffer.from('the bytes')
const upload = {
  slug,
  filename: `${slug}.jpg`,
  title: 'Band & Kleber',
  alt: 'Ein Band',
  mime: 'image/jpeg',
  bytes,
}

const it = withScripts().extend('connect', ({ start, connectCms }) => async (script: Step[]) => {
  const server = await start(script)
  return { server, cms: connectCms(server.url) }
})

const large = {
  width: 1024,
  height: 683,
  source_url: 'http://x/l.jpg',
  mime_type: 'image/jpeg',
  file: 'l.jpg',
}
const wire = {
  id: 9,
  slug,
  status: 'inherit',
  mime_type: 'image/jpeg',
  source_url: 'http://x/a.jpg',
  media_details: { width: 1200, height: 800, filesize: 321, sizes: { large } },
}
const media = {
  id: 9,
  sha256,
  url: 'http://x/a.jpg',
  mime: 'image/jpeg',
  bytes: 321,
  width: 1200,
  height: 800,
  large: { url: 'http://x/l.jpg', width: 1024, height: 683 },
}

it('the hash is read from a slug, including that of a duplicate, and from no other', () => {
  expect(sha256OfSlug(slug)).toBe(sha256)
  expect(sha256OfSlug(`${slug}-2`)).toBe(sha256)
  expect(sha256OfSlug('media-abc')).toBeUndefined()
  expect(sha256OfSlug(`my-${slug}`)).toBeUndefined()
})

it('a file is uploaded raw, with its name, type, slug, title and alternative text', async ({ connect }) => {
  const { server, cms } = await connect([{ status: 201, json: wire }])
  expect(await cms.uploadMedia(upload, signal)).toEqual({ ok: true, slug, media })
  const [asked] = server.asked
  expect(asked?.method).toBe('POST')
  expect(asked?.body.equals(bytes)).toBe(true)
  expect(asked?.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="${slug}.jpg"`,
    // WordPress compares the digest with the bytes received, so that a truncated file is not stored.
    'content-md5': hash('md5', bytes, 'hex'),
  })
  const { pathname, searchParams } = new URL(asked?.url ?? '', 'http://x')
  expect(pathname).toBe('/cms/v2/media')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    slug,
    title: 'Band & Kleber',
    alt_text: 'Ein Band',
  })
})

it('URLs that a plugin for private storage signs again in each response are kept without the signature', async ({
  connect,
}) => {
  const sign = (url: string) => `${url}?ver=2&X-Amz-Date=20261128T040000Z&X-Amz-Signature=${Math.random()}`
  const signed = {
    ...wire,
    source_url: sign(wire.source_url),
    media_details: {
      ...wire.media_details,
      sizes: { large: { ...large, source_url: sign(large.source_url) } },
    },
  }
  const { cms } = await connect([{ status: 201, json: signed }])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({
    media: { url: 'http://x/a.jpg?ver=2', large: { url: 'http://x/l.jpg?ver=2' } },
  })
})

it('a duplicate keeps the slug that the CMS gave it; a file without details has its own size', async ({
  connect,
}) => {
  const duplicate = { ...wire, slug: `${slug}-2`, media_details: [] }
  const { cms } = await connect([{ status: 201, json: duplicate }])
  expect(await cms.uploadMedia(upload, signal)).toEqual({
    ok: true,
    slug: `${slug}-2`,
    media: { id: 9, sha256, url: 'http://x/a.jpg', mime: 'image/jpeg', bytes: bytes.length },
  })
})

it.for<[string, Step]>([
  ['a 413', { status: 413 }],
  ['a torn file', { status: 412, json: { code: 'rest_upload_hash_mismatch', message: 'No match.' } }],
  ['a 400', { status: 400, json: { code: 'rest_upload_no_data', message: 'No data supplied.' } }],
])('%s that is permanently rejected is an outcome', async ([, step], { connect }) => {
  const { server, cms } = await connect([step])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: false, reason: expect.any(String) })
  expect(server.asked).toHaveLength(1)
})

const noFolder: Step = {
  status: 500,
  json: { code: 'rest_upload_sideload_error', message: 'Unable to create directory.' },
}

it('a file that WordPress rejects with a server error is sent once more', async ({ connect }) => {
  const { server, cms } = await connect([noFolder, { status: 201, json: wire }])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true, slug })
  expect(server.asked).toHaveLength(2)
})

it('a file that is rejected twice for its type returns the reason', async ({ connect }) => {
  const { server, cms } = await connect([noFolder, noFolder])
  expect(await cms.uploadMedia(upload, signal)).toEqual({
    ok: false,
    reason: expect.stringContaining('Unable to create directory.'),
  })
  expect(server.asked).toHaveLength(2)
})

it('after a file was rejected, a lost response is still an unknown outcome', async ({ connect }) => {
  const { cms } = await connect([noFolder, 'reset'])
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(OutcomeUnknownError)
})

it.for<[string, Step]>([
  ['a reset', 'reset'],
  ['a 502', { status: 502 }],
])('an upload is not sent again after %s', async ([, step], { connect }) => {
  const { server, cms } = await connect([step])
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(OutcomeUnknownError)
  expect(server.asked).toHaveLength(1)
})

it('an upload without permission makes the CMS unusable', async ({ connect }) => {
  const { cms } = await connect([{ status: 403, json: { code: 'rest_cannot_create', message: 'No.' } }])
  await expect(cms.uploadMedia(upload, signal)).rejects.toThrow(UnusableError)
})

it('media are found by slug, by id, in every status except the trash; files with other slugs are left out', async ({
  connect,
}) => {
  const rows = [{ ...wire, id: 12 }, wire, { ...wire, id: 5, slug: 'holiday' }]
  const { server, cms } = await connect([{ json: rows }])
  const found = await cms.findMedia([slug], signal)
  expect(found).toEqual([
    { slug, media, size: 321 },
    { slug, media: { ...media, id: 12 }, size: 321 },
  ])
  const { searchParams } = new URL(server.asked[0]?.url ?? '', 'http://x')
  expect(searchParams.get('status')).toBe('inherit,private')
})

it('the size of a file is returned only if the CMS knows the uploaded size', async ({ connect }) => {
  const old = { ...wire, id: 5, media_details: [] }
  const scaled = { ...wire, media_details: { ...wire.media_details, original_image: 'a.jpg' } }
  const { cms } = await connect([{ json: [old, scaled] }])
  expect((await cms.findMedia([slug], signal)).map(({ size }) => size)).toEqual([undefined, undefined])
})

it('a deletion is permanent, repeated after a lost reply, and accepts a missing file', async ({
  connect,
}) => {
  const gone = { status: 404, json: { code: 'rest_post_invalid_id', message: 'Invalid post ID.' } }
  const { server, cms } = await connect(['reset', gone])
  await cms.deleteMedia(9, signal)
  expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /cms/v2/media/9?force=true&_fields=deleted',
    'DELETE /cms/v2/media/9?force=true&_fields=deleted',
  ])
})

it.for([
  ['404 of another code', 404, 'rest_forbidden_context'],
  ['410', 410, 'rest_post_invalid_id'],
] as const)(
  'a deletion refused with a %s proves nothing about the file',
  async ([, status, code], { connect }) => {
    const { cms } = await connect([{ status, json: { code, message: 'no' } }])
    expect(await cms.deleteMedia(9, signal)).toMatchObject({
      refused: expect.stringContaining(String(status)),
    })
  },
)

it('the user, its capabilities and the routes are read for doctor', async ({ connect }) => {
  const capabilities = { publish_pages: true, manage_options: false }
  const user = { id: 1, name: 'Admin', roles: ['editor'], capabilities }
  const { server, cms } = await connect([
    { json: user },
    { json: { routes: { '/batch/v1': {}, '/cms/v2/pages': {} } } },
  ])
  expect(await cms.fetchUser(signal)).toEqual({
    id: 1,
    name: 'Admin',
    roles: ['editor'],
    capabilities: new Set(['publish_pages']),
  })
  expect(await cms.fetchRoutes(signal)).toEqual({
    namespace: 'cms/v2',
    routes: new Set(['/batch/v1', '/cms/v2/pages']),
  })
  expect(server.asked.map(({ url }) => url.split('?')[0])).toEqual(['/cms/v2/users/me', '/'])
})

const firewall = { status: 403, body: '<html><title>403</title><h1>Forbidden</h1>' }
const me = { json: { id: 1 } }

it('PR-17: a file that a firewall rejects raw is sent as a form, and so are all later ones', async ({
  connect,
}) => {
  const { server, cms } = await connect([
    firewall,
    me,
    { status: 201, json: wire },
    { status: 201, json: wire },
  ])
  expect(cms.uploadFault()).toBeUndefined()
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true, slug })
  expect(cms.uploadFault()).toMatch(/^403.*Forbidden/)
  await cms.uploadMedia(upload, signal)
  const types = server.asked.map(({ headers }) => String(headers['content-type']).split(';')[0])
  expect(types).toEqual(['image/jpeg', 'undefined', 'multipart/form-data', 'multipart/form-data'])
  expect(String(server.asked[2]?.body)).toContain(`filename="${slug}.jpg"`)
  // WordPress crashes on the digest of a form whose file PHP has dropped.
  expect(server.asked.map(({ headers }) => 'content-md5' in headers)).toEqual([true, false, false, false])
  expect(server.asked[2]?.body.includes(bytes)).toBe(true)
})

it('files are sent raw again once the form is rejected and the raw file is not', async ({
  start,
  connectCms,
}) => {
  const server = await start([firewall, me, { status: 201, json: wire }, { status: 201, json: wire }])
  let fault: string | undefined = '403'
  const formUploads = {
    fault: async () => fault,
    save: async (saved: string) => void (fault = saved),
    forget: async () => void (fault = undefined),
  }
  const cms = connectCms(server.url, { formUploads })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true, slug })
  expect({ fault, ofProcess: cms.uploadFault() }).toEqual({ fault: undefined, ofProcess: undefined })
  await cms.uploadMedia(upload, signal)
  const types = server.asked.map(({ headers }) => String(headers['content-type']).split(';')[0])
  expect(types).toEqual(['multipart/form-data', 'undefined', 'image/jpeg', 'image/jpeg'])
})

it('a form that PHP dropped for its size is explained', async ({ start, connectCms }) => {
  const dropped = { status: 400, json: { code: 'rest_upload_no_content_disposition', message: 'No.' } }
  const server = await start([firewall, me, dropped])
  expect(await connectCms(server.url).uploadMedia(upload, signal)).toEqual({
    ok: false,
    reason: expect.stringMatching(/no_content_disposition: No\. \(.*larger than post_max_size/) as unknown,
  })
})

it('a file that is rejected in both forms is left out, and the next one is sent raw again', async ({
  connect,
}) => {
  const { server, cms } = await connect([firewall, me, firewall, me, { status: 201, json: wire }])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('Forbidden') as unknown,
  })
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: true })
  expect(server.asked.at(-1)?.headers['content-type']).toBe('image/jpeg')
  expect(cms.uploadFault()).toBeUndefined()
})

it('an upload that the CMS itself refuses is not sent in another form', async ({ connect }) => {
  const refusal = { status: 403, json: { code: 'rest_cannot_create', message: 'No.', data: { status: 403 } } }
  const { server, cms } = await connect([refusal, me])
  expect(await cms.uploadMedia(upload, signal)).toMatchObject({ ok: false })
  expect(server.asked).toHaveLength(2)
})

import { expect } from 'vitest'
import type { Asset } from '../../src/core/record/media.ts'
import { LimitedError } from '../../src/lib/errors.ts'
import { openSignedFiles } from '../helpers/sync/signed-files.ts'
import { strictGate } from '../helpers/sync/gate.ts'
import { withScripts, type Script } from '../helpers/upstream-fixtures.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'

const it = withScripts()
const signal = new AbortController().signal
const gtin = '4006381333931'
const key = { gtin, language: 'de-de' }
const id = `${gtin}/de-de`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const isRecord = ({ url }: Asked): boolean => url.includes('/product/')
const filesOf = (asked: readonly Asked[]) => asked.filter((one) => !isRecord(one)).map(({ url }) => url)

/** A partner whose record has a new signature in each response; `file` handles requests for its image. */
function signing(
  file: (asked: Asked, signature: string) => Step,
  record?: (count: number) => Step | undefined,
): Script {
  let count = 0
  return (asked) => {
    if (!isRecord(asked)) return file(asked, `signature-${count}`)
    count++
    const image = `/m/a.png?v=7&X-Amz-Signature=signature-${count}`
    return record?.(count) ?? { json: { gtin, language: 'de-de', name: 'Band', image } }
  }
}

const accepts = ({ url }: Asked, signature: string): Step =>
  url.endsWith(signature) ? { body: png } : { status: 403 }
const imageAt = (url: string): Asset => ({ url: `${url}/m/a.png?v=7`, kind: 'image', of: id })

it('a record contains its links without signatures, and a file is fetched by the newest link', async ({
  start,
  connectPartner: connect,
}) => {
  const { url, asked } = await start(signing(accepts))
  const partner = connect(url)
  for (const _ of [1, 2])
    expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
      state: 'present',
      product: { image: `${url}/m/a.png?v=7` },
    })
  expect(await partner.fetchAsset(imageAt(url), {}, signal)).toHaveProperty('state', 'present')
  expect(asked.slice(2).map((one) => one.url)).toEqual(['/m/a.png?v=7&X-Amz-Signature=signature-2'])
})

it.for([400, 401, 403, 410])(
  'a link that gets a %i is requested again with its record, once',
  async (status, { start, connectPartner: connect }) => {
    const { url, asked } = await start(
      signing(({ url: path }) => (path.endsWith('-2') ? { body: png } : { status })),
    )
    const partner = connect(url)
    await partner.fetchProduct(key, undefined, signal)
    expect(await partner.fetchAsset(imageAt(url), { etag: '"v1"' }, signal)).toHaveProperty(
      'state',
      'present',
    )
    expect(asked.map(isRecord)).toEqual([true, false, true, false])
    expect(asked[2]?.headers).not.toHaveProperty('if-none-match')
    expect(asked[3]?.headers).toHaveProperty('if-none-match', '"v1"')
  },
)

it('a link that has expired is not requested; its record is', async ({ start, connectPartner: connect }) => {
  const script = signing(
    ({ url: path }) => (path.includes('Expires=9999999999') ? { body: png } : { status: 500 }),
    (count) => {
      const expires = count === 1 ? 1_000_000_000 : 9_999_999_999
      const image = `/m/a.png?v=7&Expires=${expires}&Signature=s${count}&Key-Pair-Id=k`
      return { json: { gtin, language: 'de-de', name: 'Band', image } }
    },
  )
  const { url, asked } = await start(script)
  const partner = connect(url)
  await partner.fetchProduct(key, undefined, signal)
  expect(await partner.fetchAsset(imageAt(url), {}, signal)).toHaveProperty('state', 'present')
  expect(filesOf(asked)).toEqual(['/m/a.png?v=7&Expires=9999999999&Signature=s2&Key-Pair-Id=k'])
})

it('another process, which has read no record, requests one instead of the bare address', async ({
  start,
  connectPartner: connect,
}) => {
  const signedFiles = openSignedFiles()
  const { url, asked } = await start(signing(accepts))
  await connect(url, { signedFiles }).fetchProduct(key, undefined, signal)
  const { of: _, ...unnamed } = imageAt(url)
  expect(await connect(url, { signedFiles }).fetchAsset(unnamed, {}, signal)).toHaveProperty(
    'state',
    'present',
  )
  expect(filesOf(asked)).toEqual(['/m/a.png?v=7&X-Amz-Signature=signature-2'])
})

it('if the record that names a file is gone, the record that linked to it last is requested', async ({
  start,
  connectPartner: connect,
}) => {
  const signed = signing(accepts)
  const { url } = await start((asked) =>
    asked.url.includes('4026639012345')
      ? { status: 404, json: { detail: 'Not found.' } }
      : typeof signed === 'function'
        ? signed(asked)
        : 'reset',
  )
  const signedFiles = openSignedFiles()
  await connect(url, { signedFiles }).fetchProduct(key, undefined, signal)
  const asset = { ...imageAt(url), of: '4026639012345/de-de' }
  expect(await connect(url, { signedFiles }).fetchAsset(asset, {}, signal)).toHaveProperty('state', 'present')
})

it('a file whose new link fails as well is missing, and the reason shows no signature', async ({
  start,
  connectPartner: connect,
}) => {
  const body = ({ url }: Asked) => `<p>Denied: ${url.split('=').at(-1)}</p>`
  const { url, asked } = await start(
    signing((one) => ({ status: 403, headers: { 'content-type': 'text/html' }, body: body(one) })),
  )
  const partner = connect(url)
  await partner.fetchProduct(key, undefined, signal)
  const got = await partner.fetchAsset(imageAt(url), {}, signal)
  expect(got).toEqual({
    state: 'refused',
    reason: `even the new link of its record ${id} fails: its server returned 403 with 26 bytes of text/html: “Denied: [hidden]”. Ask the partner to repair the link`,
  })
  expect(asked).toHaveLength(4)
})

it.for<[string, Step, string, string]>([
  [
    'gone',
    { status: 404, json: { detail: 'Not found.' } },
    'refused',
    'no longer links to it. Ask the partner',
  ],
  [
    'without the link',
    { json: { gtin, language: 'de-de', name: 'Band', image: '/m/b.png?sig=other' } },
    'refused',
    'no longer links to it. Ask the partner',
  ],
  [
    'unusable',
    { json: { gtin, language: 'de-de', name: '' } },
    'refused',
    'is unusable: the record has no name',
  ],
  ['not to be had', { status: 500 }, 'unreachable', 'could not be read again: the partner returned 500'],
])(
  'a file whose record is %s stays missing, with that reason',
  async ([, step, state, reason], { start, connectPartner: connect }) => {
    const script = signing(
      () => ({ status: 403 }),
      (count) => (count === 1 ? undefined : step),
    )
    const { url } = await start(script)
    const partner = connect(url)
    await partner.fetchProduct(key, undefined, signal)
    expect(await partner.fetchAsset(imageAt(url), {}, signal)).toEqual({
      state,
      reason: expect.stringContaining(`its link has expired, and its record ${id} ${reason}`) as string,
    })
  },
)

it('a file that does not exist is not requested again', async ({ start, connectPartner: connect }) => {
  const { url, asked } = await start(signing(() => ({ status: 404 })))
  const partner = connect(url)
  await partner.fetchProduct(key, undefined, signal)
  expect(await partner.fetchAsset(imageAt(url), {}, signal)).toHaveProperty('state', 'refused')
  expect(asked).toHaveLength(2)
})

it('a file without a signed link is rejected at once', async ({ start, connectPartner: connect }) => {
  const { url, asked } = await start([{ status: 403 }])
  expect(await connect(url).fetchAsset(imageAt(url), {}, signal)).toHaveProperty('state', 'refused')
  expect(asked).toHaveLength(1)
})

it('a partner that stops signing is noticed, and its files are fetched directly again', async ({
  start,
  connectPartner: connect,
}) => {
  const plain = { json: { gtin, language: 'de-de', name: 'Band', image: '/m/a.png?v=7' } }
  const { url, asked } = await start(
    signing(
      () => ({ body: png }),
      (count) => (count === 1 ? undefined : plain),
    ),
  )
  const signedFiles = openSignedFiles()
  await connect(url, { signedFiles }).fetchProduct(key, undefined, signal)
  const partner = connect(url, { signedFiles })
  for (const _ of [1, 2])
    expect(await partner.fetchAsset(imageAt(url), {}, signal)).toHaveProperty('state', 'present')
  expect(asked.map(isRecord)).toEqual([true, true, false, false])
})

it('if the partner limits the request for a record, the file waits', async ({
  start,
  connectPartner: connect,
}) => {
  const { url } = await start(signing(accepts))
  const signedFiles = openSignedFiles()
  await connect(url, { signedFiles }).fetchProduct(key, undefined, signal)
  const gate = strictGate('partner')
  await gate.close(60_000)
  await expect(connect(url, { signedFiles, gate }).fetchAsset(imageAt(url), {}, signal)).rejects.toThrow(
    LimitedError,
  )
})

it('a signed link to which a file redirects is not shown either', async ({
  start,
  connectPartner: connect,
}) => {
  const { url } = await start(({ url: path }) =>
    path.includes('sig=')
      ? { status: 403, headers: { 'content-type': 'text/html' }, body: `<p>Denied: ${path}</p>` }
      : { status: 302, headers: { location: '/b.png?sig=secret-one' } },
  )
  const got = await connect(url).fetchAsset({ url: `${url}/a.png`, kind: 'image' }, {}, signal)
  expect(got).toHaveProperty('state', 'refused')
  expect(JSON.stringify(got)).toContain('Denied: /b.png?sig=[hidden]')
})

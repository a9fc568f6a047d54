import { expect } from 'vitest'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { rememberSecrets } from '../../src/lib/text/secrets.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { type Script, withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const key = { gtin: '4006381333931', language: 'de-at' }

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const tape = (more: string): string => `${JSON.stringify({ ...key, name: 'Tape' }).slice(0, -1)},${more}}`

const it = withScripts().extend(
  'connect',
  ({ start, connectPartner }) =>
    async (script: Script, warnings: string[] = []) => {
      const server = await start(script)
      const onWarning = (message: string) => warnings.push(message)
      return { server, partner: connectPartner(server.url, { onWarning }) }
    },
)

it('a record is requested by its URL, as JSON, with the token', async ({ connect }) => {
  const { server, partner } = await connect([{ status: 404, json: {} }])
  await partner.fetchProduct(key, '"v1"', signal)
  expect(server.asked[0]?.url).toBe('/api/partner/v1/product/4006381333931/?language=de-at')
  expect(server.asked[0]?.headers).toMatchObject({
    authorization: 'Token secret-token',
    accept: 'application/json',
    'if-none-match': '"v1"',
  })
})

it.for<[string, Step, string]>([
  ['a redirect', { status: 301, headers: { location: 'https://other.example/' } }, 'https://other.example/'],
  ['a refusal', { status: 400, json: { detail: 'Unknown language.' } }, '400: Unknown language.'],
  ['a 418', { status: 418, json: { detail: 'No.' } }, '418'],
  ['a 304 that nobody asked for', { status: 304 }, '304'],
  ['JSON that is no object', { json: 'hello' }, 'the whole record is "hello" instead of an object'],
  ['an answer beyond 4 MiB', { body: Buffer.alloc(5 * 1024 * 1024) }, 'larger than the limit of 4 MiB'],
  [
    'a field that comes twice',
    { body: tape('"price":1,"price":2') },
    'the record has the field "price" twice',
  ],
  [
    'a megabyte of digits',
    { body: tape(`"price":${'1'.repeat(1024 * 1024)}`) },
    'a number of more than 100 characters in "price"',
  ],
  ['NaN', { body: tape('"price":NaN') }, 'the record has NaN in "price", which is not JSON'],
])('%s is invalid, and not requested twice', async ([, step, reason], { connect }) => {
  const { server, partner } = await connect([step])
  const fetched = await partner.fetchProduct(key, undefined, signal)
  expect(fetched).toMatchObject({ state: 'invalid', reason: expect.stringContaining(reason) })
  expect(server.asked).toHaveLength(1)
})

it('a record that quotes our token is not published', async ({ connect }) => {
  const { partner } = await connect([{ json: { ...key, name: 'Tape', description: 'for secret-token' } }])
  expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
    state: 'invalid',
    reason: expect.stringMatching(/^the record contains our own PARTNER_TOKEN\./),
  })
})

it('credentials that an error quotes are hidden, and an ETag that contains them is not stored', async ({
  connect,
}) => {
  rememberSecrets(['secret-token'])
  const said = `${'x'.repeat(285)} secret-token`
  const location = 'https://other.example/?secret-token\u001b[2J'
  const { partner } = await connect([
    { status: 400, json: { detail: said } },
    { status: 400, body: '<p>secret-token</p>' },
    { status: 302, headers: { location: encodeURI(location) } },
    { headers: { etag: '"secret-token"' }, json: { ...key, name: 'Tape' } },
  ])
  const fetched = []
  for (const _ of [1, 2, 3, 4]) fetched.push(await partner.fetchProduct(key, undefined, signal))
  expect(fetched.at(-1)).toHaveProperty('state', 'present')
  expect(JSON.stringify(fetched)).not.toContain('secret-t')
})

it('the digest of a response without an ETag is never sent, and no 304 confirms it', async ({ connect }) => {
  const { partner, server } = await connect([{ json: { ...key, name: 'Tape' } }, { status: 304 }])
  const first = await partner.fetchProduct(key, undefined, signal)
  const known = first.state === 'present' ? first.etag : undefined
  expect(await partner.fetchProduct(key, known, signal)).toMatchObject({
    state: 'invalid',
    reason: expect.stringContaining('304'),
  })
  expect(server.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

it('an ETag that servers would reject for its length is not stored', async ({ connect }) => {
  const long = `"${'x'.repeat(6_000)}"`
  const { partner, server } = await connect([
    { headers: { etag: long }, json: { ...key, name: 'Tape' } },
    { headers: { etag: long, 'last-modified': long }, body: png },
  ])
  const fetched = await partner.fetchProduct(key, undefined, signal)
  expect(fetched).toHaveProperty('state', 'present')
  expect(fetched).toHaveProperty('etag', expect.stringMatching(/^bytes:/))
  const file = await partner.fetchAsset({ url: `${server.url}/a.png`, kind: 'image' }, {}, signal)
  expect(file).toHaveProperty('state', 'present')
  expect(file).not.toHaveProperty('etag')
  expect(file).not.toHaveProperty('lastModified')
})

it('a byte order mark before the JSON is ignored', async ({ connect }) => {
  const { partner } = await connect([{ body: `\uFEFF${JSON.stringify({ ...key, name: 'Tape' })}` }])
  expect(await partner.fetchProduct(key, undefined, signal)).toHaveProperty('state', 'present')
})

it.for([
  ['bare codes', ['de-de', 'EN-gb', 'de-de']],
  ['objects', [{ code: 'de-de', name: 'Deutsch' }, { code: 'en-gb' }]],
  ['one page of results', { results: ['de-de', { code: 'en-gb' }] }],
])('languages are read from %s', async ([, json], { connect }) => {
  const { partner } = await connect([{ json }])
  expect(await partner.fetchLanguages(signal)).toEqual(['de-de', 'en-gb'])
})

it('a language code that is too long for a slug is left out with a warning', async ({ connect }) => {
  const warnings: string[] = []
  const long = `de${'-abcdefgh'.repeat(40)}`
  const { partner } = await connect([{ json: ['de-de', `${long}-a1`, `${long}-b2`] }], warnings)
  expect(await partner.fetchLanguages(signal)).toEqual(['de-de'])
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toMatch(/"de-abcdefgh.*, which is not a language code; it is left out/)
})

it('all pages of the language list are read, but only at the partner’s origin', async ({ connect }) => {
  const { server, partner } = await connect(({ url, headers }) => {
    if (url.endsWith('page=2')) return { json: { results: ['fr-fr'], next: 'http://other.example/?page=3' } }
    const next = `http://${headers.host}/api/partner/v1/language/?page=2`
    return { json: { results: ['de-de'], next } }
  })
  await expect(partner.fetchLanguages(signal)).rejects.toThrow('other.example')
  expect(server.asked).toHaveLength(2)
})

it('an invalid language code is left out with a warning', async ({ connect }) => {
  const warnings: string[] = []
  const { partner } = await connect([{ json: ['de-de', 'no language'] }], warnings)
  expect(await partner.fetchLanguages(signal)).toEqual(['de-de'])
  expect(warnings).toEqual([expect.stringContaining('"no language"')])
})

it.for<[string, Step, string]>([
  ['404', { status: 404 }, 'PARTNER_BASE_URL'],
  ['401', { status: 401, json: { detail: 'Invalid token.' } }, 'PARTNER_TOKEN'],
  ['an empty list', { json: [] }, 'no language code'],
  ['an unknown form', { json: { languages: {} } }, 'unknown form'],
])('a language list that is %s makes the partner unusable', async ([, step, said], { connect }) => {
  const { partner } = await connect([step])
  const error = await partner.fetchLanguages(signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining(said))
})

it('a language list that cannot be read makes the partner unreachable', async ({ connect }) => {
  const { partner } = await connect(['reset'])
  await expect(partner.fetchLanguages(signal)).rejects.toThrow(UnreachableError)
})

it('a record that alone is rate-limited is unreachable with its reason, and the others are fetched', async ({
  connect,
}) => {
  const other = '9780201379624'
  const { partner } = await connect(({ url }) =>
    url.includes(key.gtin)
      ? { status: 429, headers: { 'retry-after': '3600' } }
      : { json: { gtin: other, language: key.language, name: 'Tape' } },
  )
  const [limited, fetched] = await Promise.all(
    [key.gtin, other].map((gtin) => partner.fetchProduct({ ...key, gtin }, undefined, signal)),
  )
  expect(fetched).toHaveProperty('state', 'present')
  expect(limited).toEqual({
    state: 'unreachable',
    reason:
      'the partner returned 429 for this request 4 times in a row, while it served other requests. The next run tries again',
  })
})

it.for<[string, Script, string, number]>([
  [
    'an endless list of pages',
    ({ url, headers }) => {
      const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 1)
      return {
        json: { results: [], next: `http://${headers.host}/api/partner/v1/language/?page=${page + 1}` },
      }
    },
    'more than 200 pages. If that is right, raise PARTNER_MAX_LANGUAGES',
    200,
  ],
  [
    'too many codes',
    [{ json: Array.from({ length: 300_000 }, (_, index) => `aa-${index.toString(36).padStart(4, '0')}`) }],
    'more than 200 entries. If that is right, raise PARTNER_MAX_LANGUAGES',
    1,
  ],
  [
    'many entries of another kind',
    [{ json: { results: Array.from({ length: 500_000 }, () => 1) } }],
    'more than 200 entries. If that is right, raise PARTNER_MAX_LANGUAGES',
    1,
  ],
  [
    'an answer beyond 4 MiB',
    [{ body: Buffer.alloc(5 * 1024 * 1024, '[') }],
    'raise PARTNER_MAX_LANGUAGES',
    1,
  ],
])('a language list with %s is rejected with the limit', async ([, script, said, requests], { connect }) => {
  const { partner, server } = await connect(script)
  const error = await partner.fetchLanguages(signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining(said))
  expect(server.asked).toHaveLength(requests)
})

import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LimitedError, UnusableError } from '../../src/lib/errors.ts'
import { forgetSecrets, rememberSecrets } from '../../src/lib/text/secrets.ts'
import { createPartner, type PartnerOptions } from '../../src/partner/partner.ts'
import { openGate, strictGate } from '../helpers/sync/gate.ts'
import { openSignedFiles } from '../helpers/sync/signed-files.ts'
import { type MockServer, startMock } from '../helpers/world/mock-server.ts'

const signal = new AbortController().signal
const retry = { tries: 3, baseMs: 1, capMs: 2 }
let mock: MockServer
let gtin: string
const opened: ReturnType<typeof createPartner>[] = []

beforeAll(async () => {
  mock = await startMock({ gtins: 5, languages: 'de-de,en-gb' })
  gtin = (await mock.gtins())[0] ?? ''
})
afterAll(() => mock.close())
afterEach(async () => {
  for (const partner of opened.splice(0)) await partner.close()
  await mock.reset()
})

function connect(more: Partial<PartnerOptions> = {}) {
  const partner = createPartner({
    baseUrl: mock.partnerBaseUrl,
    token: mock.token,
    gate: openGate(),
    assetGateOf: openGate,
    signedFiles: openSignedFiles(),
    retry,
    ...more,
  })
  opened.push(partner)
  return partner
}

test('a record is present with its product and validator, and unchanged when requested again with it', async () => {
  const partner = connect()
  const key = { gtin, language: 'en-gb' }
  const first = await partner.fetchProduct(key, undefined, signal)
  expect(first).toMatchObject({ state: 'present', product: key, unknownFields: [] })
  const etag = first.state === 'present' ? first.etag : undefined
  expect(etag).toBeTypeOf('string')
  expect(await partner.fetchProduct(key, etag, signal)).toEqual({ state: 'unchanged' })
})

test('a response without an ETag is unchanged if its bytes are, for the same address and reader', async () => {
  await mock.faults([{ side: 'partner', path: '/product/', kind: 'strip-headers', names: ['ETag'] }])
  const key = { gtin, language: 'en-gb' }
  const validator = async (partner = connect(), known?: string) => {
    const fetched = await partner.fetchProduct(key, known, signal)
    return fetched.state === 'present' ? fetched.etag : fetched.state
  }
  const known = await validator()
  expect(known).toMatch(/^bytes:[\w-]{22}$/)
  expect(await validator(connect(), known)).toBe('unchanged')
  // Its links to files may be read differently.
  const elsewhere = connect({ baseUrl: mock.partnerBaseUrl.replace('127.0.0.1', 'localhost') })
  expect(await validator(elsewhere, known)).toMatch(/^bytes:/)
  await mock.patchProduct(gtin, 'en-gb', { price: 5 })
  const next = await validator(connect(), known)
  expect(next).toMatch(/^bytes:/)
  expect(next).not.toBe(known)
})

test('a partner that starts to send ETags is asked with them', async () => {
  const key = { gtin, language: 'en-gb' }
  await mock.faults([{ side: 'partner', path: '/product/', kind: 'strip-headers', names: ['ETag'] }])
  const first = await connect().fetchProduct(key, undefined, signal)
  await mock.faults([])
  const known = first.state === 'present' ? first.etag : undefined
  const second = await connect().fetchProduct(key, known, signal)
  expect(second).toMatchObject({ state: 'present', etag: expect.stringMatching(/^"/) })
})

test.each([
  '',
  '/',
  '/api/partner/v1',
  '/api/partner/v1/',
  '/api/partner/v1/product/4026639012340/?language=de-de',
])('the base URL may end with "%s"', async (end) => {
  const partner = connect({ baseUrl: mock.partnerBaseUrl + end })
  expect(await partner.fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toHaveProperty(
    'state',
    'present',
  )
})

test('each request sent is counted, retries included', async () => {
  const kinds: string[] = []
  await mock.faults([{ side: 'partner', kind: 'status', status: 502, count: 2 }])
  await connect({ onRequest: (kind) => kinds.push(kind) }).fetchProduct(
    { gtin, language: 'de-de' },
    undefined,
    signal,
  )
  expect(kinds).toEqual(['partner', 'partner', 'partner'])
})

test('a product that the partner does not have is absent', async () => {
  await mock.deleteProduct(gtin)
  expect(await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toEqual({
    state: 'absent',
  })
})

test('a 404 that is a web page does not mean that the product is gone', async () => {
  await mock.faults([{ side: 'partner', kind: 'html', status: 404 }])
  const fetched = await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  expect(fetched).toMatchObject({ state: 'unreachable', reason: expect.stringContaining('404') })
})

test('a fallback language is never a product', async () => {
  await mock.faults([{ side: 'partner', kind: 'wrong-language' }])
  expect(await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toEqual({
    state: 'invalid',
    reason:
      'the partner returned the record in en-gb instead of de-de; a fallback language is never published. Ask the partner for the record in de-de',
  })
})

test.each([
  ['another GTIN', { gtin: '4006381333931' }, 'returned GTIN 4006381333931'],
  ['no name', { name: ' ' }, 'has no name'],
  ['a GTIN that is a number', { gtin: 4006381333931 }, 'gtin is 4006381333931 instead of a text'],
])('a response with %s is invalid', async (_, fields, reason) => {
  await mock.patchProduct(gtin, 'de-de', fields)
  const fetched = await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  expect(fetched).toMatchObject({ state: 'invalid', reason: expect.stringContaining(reason) })
})

test('a language in another letter case matches the request, and unknown fields are reported', async () => {
  await mock.patchProduct(gtin, 'de-de', { language: 'de-DE', colour: 'blue' })
  const fetched = await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  expect(fetched).toMatchObject({
    state: 'present',
    product: { language: 'de-de' },
    unknownFields: ['colour'],
  })
})

test('the names of unknown fields are shortened, without secrets and unprintable characters', async () => {
  onTestFinished(forgetSecrets)
  rememberSecrets(['s3cret-of-ours'])
  const [long, echoed] = ['y'.repeat(100), `${'z'.repeat(55)} s3cret-of-ours`]
  await mock.patchProduct(gtin, 'de-de', { [long]: 1, [echoed]: 1, '\u202e': 1 })
  expect(await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toMatchObject({
    unknownFields: [`${'y'.repeat(60)}…`, `${'z'.repeat(55)} [hid…`, '(not printable)'],
  })
})

test.each(['cut', 'reset-before', 'html'] as const)(
  'a temporary error (%s) is retried until it ends',
  async (kind) => {
    await mock.faults([{ side: 'partner', kind, count: 2 }])
    expect(await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toHaveProperty(
      'state',
      'present',
    )
  },
)

test.each([
  ['502', { kind: 'status', status: 502 }],
  ['not JSON', { kind: 'html', status: 200 }],
] as const)('a permanent error is unreachable and reported as %s', async (said, fault) => {
  await mock.faults([{ side: 'partner', ...fault }])
  const fetched = await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  expect(fetched).toMatchObject({ state: 'unreachable', reason: expect.stringContaining(said) })
  expect(fetched).toHaveProperty('reason', expect.stringContaining('after 3 tries'))
})

test('a rejected token is reported with the variable’s name and without the token', async () => {
  const call = connect({ token: 'wrong-one' }).fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining('PARTNER_TOKEN'))
  expect(error).not.toHaveProperty('message', expect.stringContaining('wrong-one'))
})

test('PR-03: a product with a 403 is a problem of that product if the language list accepts the token', async () => {
  const partner = connect()
  await mock.faults([{ side: 'partner', path: `/product/${gtin}/`, kind: 'status', status: 403 }])
  expect(await partner.fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toEqual({
    state: 'unreachable',
    reason: expect.stringMatching(
      /^the partner returned 403.*although it accepts the token.*Ask the partner whether/,
    ),
  })
  const other = (await mock.gtins())[1] ?? ''
  expect(await partner.fetchProduct({ gtin: other, language: 'de-de' }, undefined, signal)).toMatchObject({
    state: 'present',
  })
})

test.each([403, 401])(
  'PR-52: a token that is rejected everywhere (%i) is a problem of the token',
  async (status) => {
    const partner = connect()
    await mock.faults(
      ['/product', '/language'].map((path) => ({
        side: 'partner' as const,
        path,
        kind: 'status' as const,
        status,
      })),
    )
    await expect(partner.fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).rejects.toThrow(
      /^The partner refuses the token/,
    )
  },
)

test('a product with a 410 is absent', async () => {
  await mock.faults([{ side: 'partner', path: `/product/${gtin}/`, kind: 'status', status: 410, as: 'html' }])
  expect(await connect().fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).toEqual({
    state: 'absent',
  })
})

test('a limit closes the gate for as long as the partner requests', async () => {
  await mock.faults([{ side: 'partner', kind: 'retry-after', seconds: 30, count: 8 }])
  const gate = openGate()
  const fetched = await connect({ gate }).fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  expect(fetched).toHaveProperty('state', 'present')
  expect(gate.closed).toEqual(Array.from({ length: 8 }, () => 30_000))
})

test('a long limit is thrown to the caller', async () => {
  await mock.faults([{ side: 'partner', kind: 'retry-after', seconds: 30 }])
  const partner = connect({ gate: strictGate('partner') })
  await expect(partner.fetchProduct({ gtin, language: 'de-de' }, undefined, signal)).rejects.toThrow(
    LimitedError,
  )
})

test('a relative URL of a file belongs to the partner’s host', async () => {
  const key = { gtin, language: 'de-de' }
  await mock.patchProduct(gtin, 'de-de', { image: '/media/a.png', datasheet: 'b.pdf', banner: 'http://' })
  const fetched = await connect().fetchProduct(key, undefined, signal)
  const { origin } = new URL(mock.partnerBaseUrl)
  expect(fetched).toMatchObject({
    state: 'present',
    product: {
      image: `${origin}/media/a.png`,
      datasheet: `${origin}/api/partner/v1/b.pdf`,
      banner: 'http://',
    },
  })
})

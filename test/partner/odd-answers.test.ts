import { expect } from 'vitest'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { type Script, withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const key = { gtin: '4006381333931', language: 'de-at' }

const it = withScripts().extend(
  'connect',
  ({ start, connectPartner }) =>
    async (script: Script, warnings: string[] = []) => {
      const server = await start(script)
      const onWarning = (message: string) => warnings.push(message)
      return { server, partner: connectPartner(server.url, { onWarning }) }
    },
)

it('a record is requested by its address, as JSON, with the token', async ({ connect }) => {
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
  ['a 410', { status: 410, json: { detail: 'Gone.' } }, '410'],
  ['a 304 that nobody asked for', { status: 304 }, '304'],
  ['JSON that is no object', { json: 'hello' }, 'the whole record is "hello" instead of an object'],
  ['an answer beyond 4 MiB', { body: Buffer.alloc(5 * 1024 * 1024) }, 'larger than the limit of 4 MiB'],
])('%s is invalid, and not asked for twice', async ([, step, reason], { connect }) => {
  const { server, partner } = await connect([step])
  const fetched = await partner.fetchProduct(key, undefined, signal)
  expect(fetched).toMatchObject({ state: 'invalid', reason: expect.stringContaining(reason) })
  expect(server.asked).toHaveLength(1)
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

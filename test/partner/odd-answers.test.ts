import { afterEach, expect, test } from 'vitest'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { createPartner } from '../../src/partner/partner.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { type Asked, startScripted, type Step } from '../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const key = { gtin: '4006381333931', language: 'de-at' }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connect(script: Step[] | ((asked: Asked) => Step), warnings: string[] = []) {
  const server = await startScripted(script)
  const partner = createPartner({
    baseUrl: server.url,
    token: 'secret-token',
    gate: openGate(),
    retry: { tries: 2, baseMs: 1, capMs: 1 },
    onWarning: (message) => warnings.push(message),
  })
  closing.push(
    () => partner.close(),
    () => server.close(),
  )
  return { server, partner }
}

test('a record is asked for by its address, with the token, for JSON', async () => {
  const { server, partner } = await connect([{ status: 404, json: {} }])
  await partner.fetchProduct(key, '"v1"', signal)
  expect(server.asked[0]?.url).toBe('/api/partner/v1/product/4006381333931/?language=de-at')
  expect(server.asked[0]?.headers).toMatchObject({
    authorization: 'Token secret-token',
    accept: 'application/json',
    'if-none-match': '"v1"',
  })
})

test.each<[string, Step, string]>([
  ['a redirect', { status: 301, headers: { location: 'https://other.example/' } }, 'https://other.example/'],
  ['a refusal', { status: 400, json: { detail: 'Unknown language.' } }, '400: Unknown language.'],
  ['a 410', { status: 410, json: { detail: 'Gone.' } }, '410'],
  ['a 304 that nobody asked for', { status: 304 }, '304'],
  ['JSON that is no object', { json: 'hello' }, 'the whole record is "hello" instead of an object'],
  ['an answer beyond 4 MiB', { body: Buffer.alloc(5 * 1024 * 1024) }, 'larger than the limit of 4 MiB'],
])('%s is invalid, and not asked for twice', async (_, step, reason) => {
  const { server, partner } = await connect([step])
  const fetched = await partner.fetchProduct(key, undefined, signal)
  expect(fetched).toMatchObject({ state: 'invalid', reason: expect.stringContaining(reason) })
  expect(server.asked).toHaveLength(1)
})

test('a byte order mark before the JSON does no harm', async () => {
  const { partner } = await connect([{ body: `\uFEFF${JSON.stringify({ ...key, name: 'Tape' })}` }])
  expect(await partner.fetchProduct(key, undefined, signal)).toHaveProperty('state', 'present')
})

test.each([
  ['bare codes', ['de-de', 'EN-gb', 'de-de']],
  ['objects', [{ code: 'de-de', name: 'Deutsch' }, { code: 'en-gb' }]],
  ['one page of results', { results: ['de-de', { code: 'en-gb' }] }],
])('languages are read from %s', async (_, json) => {
  const { partner } = await connect([{ json }])
  expect(await partner.fetchLanguages(signal)).toEqual(['de-de', 'en-gb'])
})

test('languages are read over all pages, as long as they are at the partner', async () => {
  const { server, partner } = await connect(({ url, headers }) => {
    if (url.endsWith('page=2')) return { json: { results: ['fr-fr'], next: 'http://other.example/?page=3' } }
    const next = `http://${headers.host}/api/partner/v1/language/?page=2`
    return { json: { results: ['de-de'], next } }
  })
  await expect(partner.fetchLanguages(signal)).rejects.toThrow('other.example')
  expect(server.asked).toHaveLength(2)
})

test('a code that is none is left out with a warning', async () => {
  const warnings: string[] = []
  const { partner } = await connect([{ json: ['de-de', 'no language'] }], warnings)
  expect(await partner.fetchLanguages(signal)).toEqual(['de-de'])
  expect(warnings).toEqual([expect.stringContaining('"no language"')])
})

test.each<[string, Step, string]>([
  ['404', { status: 404 }, 'PARTNER_BASE_URL'],
  ['401', { status: 401, json: { detail: 'Invalid token.' } }, 'PARTNER_TOKEN'],
  ['an empty list', { json: [] }, 'no language code'],
  ['an unknown form', { json: { languages: {} } }, 'unknown form'],
])('a language list that is %s makes the partner unusable', async (_, step, said) => {
  const { partner } = await connect([step])
  const error = await partner.fetchLanguages(signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining(said))
})

test('a language list that does not come is unreachable', async () => {
  const { partner } = await connect(['reset'])
  await expect(partner.fetchLanguages(signal)).rejects.toThrow(UnreachableError)
})

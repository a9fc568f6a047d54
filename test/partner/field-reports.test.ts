import { describe, expect } from 'vitest'
import { UnusableError } from '../../src/lib/errors.ts'
import type { Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const key = { gtin: '4006381333931', language: 'de-de' }
const least = { ...key, name: 'Tape' }

const it = withScripts()

describe('PR-32: language codes and lists in other forms', () => {
  it.for([
    ['codes with underscores', ['de_DE', 'en_GB']],
    [
      'pairs',
      [
        ['de-de', 'Deutsch'],
        ['en-gb', 'English'],
      ],
    ],
    ['a map of code to name', { 'de-de': 'Deutsch', 'en-gb': 'English' }],
    ['objects with a language', [{ language: 'de-de' }, { language: 'en_GB' }]],
    ['objects with an id', [{ id: 'de-DE', name: 'Deutsch' }, { id: 'en-GB' }]],
    [
      'objects with a slug',
      [
        { id: 1, slug: 'de-de' },
        { id: 2, slug: 'en-gb' },
      ],
    ],
    [
      'objects with a code and the name of a language',
      [
        { language: 'Deutsch', code: 'de-de' },
        { language: 'English', id: 'en-gb' },
      ],
    ],
    ['a list in data', { data: [{ code: 'de-de' }, { code: 'en-gb' }] }],
    ['a list in data.languages', { data: { languages: ['de-de', 'en-gb'] } }],
    ['a map in results', { results: { 'de-de': 'Deutsch', 'en-gb': 'English' } }],
    ['items with an empty one', { items: ['de-de', null, 'en-gb'] }],
  ] as const)('%s are read', async ([, json], { start, connectPartner }) => {
    const server = await start([{ json }])
    expect(await connectPartner(server.url).fetchLanguages(signal)).toEqual(['de-de', 'en-gb'])
  })

  it.for([
    ['a message', { msg: 'maintenance' }],
    ['a flag', { ok: true }],
    ['an error', { detail: 'Not found.' }],
    ['objects without a code', [{ name: 'Deutsch' }]],
    ['numbers', [1, 2]],
    ['pairs of numbers', [[1, 'de-de']]],
    ['a list that is nested too deep', { data: { data: { data: { data: { data: ['de-de'] } } } } }],
  ] as const)('but %s is not a list of languages', async ([, json], { start, connectPartner }) => {
    const server = await start([{ json }])
    const error = await connectPartner(server.url)
      .fetchLanguages(signal)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnusableError)
    expect(error).toHaveProperty('message', expect.stringContaining('unknown form'))
  })

  it.for(['de_DE', 'de-DE', ' DE_de '])(
    'a record in %s is the record in de-de',
    async (language, { start, connectPartner }) => {
      const server = await start([{ json: { ...least, language } }])
      const fetched = await connectPartner(server.url).fetchProduct(key, undefined, signal)
      expect(fetched).toMatchObject({ state: 'present', product: key })
    },
  )

  it.for(['de', 'de-at', 'en-de', 'dede'])(
    'but a record in %s is a fallback and is rejected',
    async (language, { start, connectPartner }) => {
      const server = await start([{ json: { ...least, language } }])
      const fetched = await connectPartner(server.url).fetchProduct(key, undefined, signal)
      expect(fetched).toMatchObject({
        state: 'invalid',
        reason: expect.stringContaining('fallback language'),
      })
    },
  )
})

it('PR-04: a product with a permanent HTTP 500 is tried a few times and fails alone, with the partner’s message', async ({
  start,
  connectPartner,
}) => {
  const server = await start(({ url }) =>
    url.includes(key.gtin)
      ? { status: 500, json: { detail: 'null field' } }
      : { json: { ...least, gtin: other } },
  )
  const other = '5901234123457'
  const partner = connectPartner(server.url)
  expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('null field'),
  })
  expect(server.asked).toHaveLength(2)
  expect(await partner.fetchProduct({ ...key, gtin: other }, undefined, signal)).toMatchObject({
    state: 'present',
  })
})

it('PR-26: a partner that exceeds its timeout fails the record, and the reason contains the variable', async ({
  start,
  connectPartner,
}) => {
  const server = await start(() => 'hang')
  const partner = connectPartner(server.url, { timeoutMs: 20 })
  expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('raise PARTNER_TIMEOUT_SECONDS'),
  })
})

describe('PR-21: the next page of the language list', () => {
  it.for([
    ['with another scheme and without its port', () => 'https://127.0.0.1/api/partner/v1/language/?page=2'],
    ['without its port', () => 'http://127.0.0.1/api/partner/v1/language/?page=2'],
    ['with another scheme', (host: string) => `https://${host}/api/partner/v1/language/?page=2`],
    ['as a path', () => '/api/partner/v1/language/?page=2'],
  ] as const)('%s is requested at our own origin', async ([, next], { start, connectPartner }) => {
    const server = await start(({ url, headers }) => ({
      json: url.endsWith('page=2')
        ? { results: ['en-gb'] }
        : { results: ['de-de'], next: next(headers.host ?? '') },
    }))
    expect(await connectPartner(server.url).fetchLanguages(signal)).toEqual(['de-de', 'en-gb'])
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill('Token secret-token'),
    )
  })

  it.for([
    'http://other.example/language/?page=2',
    'http://127.0.0.1.other.example/?page=2',
    'http://127.0.0.1:1/?page=2',
    'ftp://127.0.0.1/?page=2',
    '//other.example/?page=2',
  ])('but %s does not get a token', async (next, { start, connectPartner }) => {
    const server = await start([{ json: { results: ['de-de'], next } }])
    await expect(connectPartner(server.url).fetchLanguages(signal)).rejects.toThrow('which is not at')
    expect(server.asked).toHaveLength(1)
  })
})

describe('a record in another encoding', () => {
  const body = (text: string, encoding: BufferEncoding) =>
    Buffer.from(JSON.stringify({ ...least, intro: text }), encoding)

  it('that is Windows-1252, or UTF-8 with such bytes in it, is read and reported', async ({
    start,
    connectPartner,
  }) => {
    const mixed = Buffer.concat([
      Buffer.from(JSON.stringify({ ...least, name: 'Größe' }).slice(0, -1)),
      Buffer.from(',"intro":"f\xfcr 5 \x80"}', 'latin1'),
    ])
    const steps: Step[] = [{ body: body('Größe', 'latin1') }, { body: mixed }]
    const server = await start(steps)
    const partner = connectPartner(server.url)
    const told = ['the record is not UTF-8, and the other bytes are read as Windows-1252']
    expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
      product: { intro: 'Größe' },
      oddities: told,
    })
    expect(await partner.fetchProduct(key, undefined, signal)).toMatchObject({
      product: { name: 'Größe', intro: 'für 5 €' },
      oddities: told,
    })
  })

  it.for([
    ['NaN', '"weight":NaN', 'has NaN in "weight", which is not JSON'],
    ['Infinity', '"weight": [1, -Infinity]', 'has -Infinity in "weight", which is not JSON'],
    ['None', '"intro":"NaN","weight":None', 'has None in "weight", which is not JSON'],
  ] as const)('%s in place of a number is reported', async ([, more, said], { start, connectPartner }) => {
    const server = await start([{ body: `${JSON.stringify(least).slice(0, -1)},${more}}` }])
    expect(await connectPartner(server.url).fetchProduct(key, undefined, signal)).toMatchObject({
      state: 'invalid',
      reason: expect.stringContaining(said),
    })
    expect(server.asked).toHaveLength(1)
  })
})

it('unusual values are shortened, without secrets', async ({ start, connectPartner }) => {
  const server = await start([{ json: { ...least, availability: 'x'.repeat(500), weight: 'y"\u001b\n' } }])
  expect(await connectPartner(server.url).fetchProduct(key, undefined, signal)).toMatchObject({
    oddities: [
      `weight "y'" cannot be read as a number and is left out`,
      `availability "${'x'.repeat(40)}…" is unknown and shown as is`,
    ],
  })
})

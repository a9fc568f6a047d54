import fc from 'fast-check'
import { expect } from 'vitest'
import { MirrorError } from '../../../src/lib/errors.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'
import type { Asked, Step } from '../../helpers/world/scripted-server.ts'
import { countAttacks } from '../helpers/attacks.ts'

const it = withScripts()
const signal = new AbortController().signal
const key = { gtin: '4006381333931', language: 'de-de' }
const bodies = 2_500

const product = {
  ...key,
  name: 'Tape',
  price: '12.50',
  folded: false,
  attributes: [{ name: 'Width', norm: null, value: '74 mm' }],
  materials: [{ name: 'Foam', value: '100 %' }],
  image: '/media/a.png',
}
const raw = { raw: '<p>text</p>' }
const page = {
  id: 7,
  slug: 's',
  status: 'publish',
  parent: 1,
  link: '/s/',
  date_gmt: 'x',
  modified_gmt: 'y',
  title: raw,
  excerpt: raw,
  content: raw,
  featured_media: 0,
  author: 1,
}
const media = {
  id: 9,
  slug: 'a',
  status: 'inherit',
  mime_type: 'image/png',
  source_url: 'https://cms.example/a.png',
  media_details: { width: 1, height: 1, filesize: 68, sizes: {} },
}

/** Values of wrong types, and text that is invalid JSON, truncated or changed in a byte. */
const mutations = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, '', -1, 1e308, [], {}, '\u0000', 'x'.repeat(5_000)),
  ),
  how: fc.constantFrom('replace', 'drop', 'cut', 'flip', 'nest', 'twice', 'before', 'alone'),
  status: fc.constantFrom(200, 200, 200, 201, 207, 400, 404, 500),
})
type Mutation = typeof mutations extends fc.Arbitrary<infer M> ? M : never

function mutate(sound: unknown, { at, value, how, status }: Mutation): Step {
  const text = JSON.stringify(sound)
  const place = Math.floor(at * text.length)
  const bytes = Buffer.from(text)
  const body = {
    replace: () => JSON.stringify(replaceAt(sound, at, () => value)),
    drop: () => JSON.stringify(replaceAt(sound, at, () => undefined)) ?? '',
    nest: () =>
      JSON.stringify(replaceAt(sound, at, () => 0)).replace(
        '0',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ),
    twice: () => text.replace('{', `{"id":8,"name":${JSON.stringify(value)},`),
    cut: () => text.slice(0, place),
    before: () => `Notice: ${JSON.stringify(value)}\n${text}`,
    alone: () => JSON.stringify(value),
    flip() {
      bytes[place] = (bytes[place] ?? 0) ^ (1 + (place % 255))
      return bytes
    },
  }[how]()
  return { status, body, headers: { 'content-type': 'application/json' } }
}

/** The value with one of its fields changed, at any depth. */
function replaceAt(value: unknown, at: number, change: (before: unknown) => unknown): unknown {
  let count = 0
  JSON.stringify(value, (_, one: unknown) => (count++, one))
  let left = Math.floor(at * count)
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (left-- === 0 ? change(one) : one)) ?? 'null')
}

/** A call ends with a value or one of our errors, never with an unexpected exception. */
async function survives<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    expect(error).toBeInstanceOf(MirrorError)
    return undefined
  }
}

const samples = fc.sample(mutations, { numRuns: bodies, seed: 13 })
const retry = { tries: 1, breakAfter: 1_000_000 }

it('no response of a partner breaks a read of records or languages, or is accepted with wrong content', async ({
  start,
  connectPartner,
  task,
}) => {
  countAttacks({ task }, 'fuzzed product and language answers', 2 * bodies)
  let step: Step = {}
  const server = await start(() => step)
  const partner = connectPartner(server.url, { retry })
  for (const mutation of samples) {
    step = mutate(product, mutation)
    const fetched = await survives(partner.fetchProduct(key, undefined, signal))
    if (fetched?.state === 'present') {
      const sent: unknown = JSON.parse(String(bodyOf(step)))
      expect(sent).toMatchObject(key)
      expect(fetched.product.name).toBe((sent as { name: string }).name.trim())
    }
    step = mutate({ results: ['de-de', { code: 'en-gb' }], next: null }, mutation)
    const languages = await survives(partner.fetchLanguages(signal))
    if (languages) expect(() => void JSON.parse(String(bodyOf(step)))).not.toThrow()
  }
})

it('no response of a CMS breaks a read, a batch or an upload, or is accepted as a false acknowledgement', async ({
  start,
  connectCms,
  task,
}) => {
  countAttacks({ task }, 'fuzzed batch and media answers', 2 * bodies)
  let step: Step = {}
  const writes: Asked[] = []
  const server = await start((asked) => {
    if (asked.method !== 'GET') writes.push(asked)
    return step
  })
  const cms = connectCms(server.url, { retry })
  const upload = { slug: 'a', title: 'A', filename: 'a.png', mime: 'image/png', bytes: Buffer.from('x') }
  for (const mutation of samples) {
    step = mutate({ responses: [{ status: 200, body: page, headers: [] }] }, mutation)
    await survives(cms.writePages([{ kind: 'update', id: 7, body: { title: 't' } }], signal))
    // No response triggers an additional write: if the batch route is rejected, the write is sent individually. An
    // empty batch checks whether the route is blocked.
    const sent = writes.splice(0).flatMap(({ url, body }) => (String(body).includes('"t"') ? [url] : []))
    expect(sent.length).toBeLessThanOrEqual(2)
    expect(new Set(sent).size).toBe(sent.length)
    step = mutate([media], mutation)
    await survives(cms.findMedia(['a'], signal))
    step = mutate([page], mutation)
    const pages = await survives(cms.readPages([7], signal))
    for (const one of pages ?? []) expect(one.content).toBeTypeOf('string')
    expect(writes).toEqual([])
    step = mutate(media, mutation)
    await survives(cms.uploadMedia(upload, signal))
    expect(writes.splice(0).length).toBeLessThanOrEqual(3)
  }
})

function bodyOf(step: Step): string | Uint8Array {
  return typeof step === 'object' && step.body !== undefined ? step.body : ''
}

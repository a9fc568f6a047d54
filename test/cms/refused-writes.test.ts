import { expect } from 'vitest'
import type { PageWrite } from '../../src/core/record/page.ts'
import { OutcomeUnknownError, UnusableError } from '../../src/lib/errors.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

const it = withScripts().extend(
  'connect',
  ({ start, connectCms }) =>
    async (answer: (asked: Asked) => Step | undefined) => {
      const server = await start((asked) => answer(asked) ?? usual(asked))
      return { server, cms: connectCms(`${server.url}/api/rest/`) }
    },
)

const create: PageWrite = { kind: 'create', body: { slug: 'gtin-1-de', title: 'Tape' } }
const update: PageWrite = { kind: 'update', id: 7, body: { title: 'Tape' } }
const remove: PageWrite = { kind: 'delete', id: 8, force: true }

type Sub = { method: string; path: string; body?: { slug?: string } }

const subs = ({ body }: Asked): Sub[] => (JSON.parse(String(body)) as { requests: Sub[] }).requests
const isBatch = ({ url }: Asked): boolean => url.endsWith('/batch/v1')
const isWrite = (asked: Asked): boolean =>
  asked.method !== 'GET' && !(isBatch(asked) && subs(asked).length === 0)

/** The page of a single request or of a part of a batch, as WordPress would return it. */
function pageFor({ path, body }: Sub) {
  const raw = { raw: 'text' }
  const id = Number(/\/pages\/(\d+)/.exec(path)?.[1] ?? 6)
  return {
    id,
    slug: body?.slug ?? `s-${id}`,
    status: 'publish',
    parent: 1,
    link: '/',
    modified_gmt: 'm',
    featured_media: 0,
    title: raw,
    excerpt: raw,
    content: raw,
  }
}

function usual(asked: Asked): Step {
  if (asked.url.includes('/users/me')) return { json: { id: 1, name: 'admin' } }
  if (isBatch(asked))
    return {
      status: 207,
      json: { responses: subs(asked).map((sub) => ({ status: 200, body: pageFor(sub), headers: [] })) },
    }
  const body = asked.body.length > 0 ? (JSON.parse(String(asked.body)) as { slug?: string }) : {}
  return { json: pageFor({ method: asked.method, path: asked.url, body }) }
}

const firewall = { status: 403, body: '<html><body>Blocked by the firewall</body></html>' }
const refuse = (of: (asked: Asked) => boolean) => (asked: Asked) => (of(asked) ? firewall : undefined)

it.for([403, 404, 405, 406, 409, 422, 451])(
  'a batch refused as a whole with %i by something in front of the CMS is a lost reply, and is not sent again',
  async (status, { connect }) => {
    const { server, cms } = await connect((asked) => (isWrite(asked) ? { ...firewall, status } : undefined))
    const error = await cms.writePages([create, update], signal).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({
      failure: {
        said: expect.stringContaining('Blocked by the firewall') as unknown,
        sent: true,
        timedOut: false,
      },
    })
    expect(server.asked.filter(isWrite)).toHaveLength(1)
    expect(cms.batchFault()).toBeUndefined()
  },
)

it('a rejection in the CMS’s own format is the result of a batch of one', async ({ connect }) => {
  const json = { code: 'rest_forbidden', message: 'Not this text.', data: { status: 403 } }
  const { cms } = await connect((asked) => (isWrite(asked) ? { status: 403, json } : undefined))
  expect(await cms.writePages([create], signal)).toEqual([
    { ok: false, status: 403, code: 'rest_forbidden', reason: 'Not this text.' },
  ])
})

it('a refused write is blamed on the credentials only if our user is refused too', async ({ connect }) => {
  const { cms } = await connect(refuse((asked) => isWrite(asked) || asked.url.includes('/users/me')))
  await expect(cms.writePages([create], signal)).rejects.toThrow(/rejected the credentials .* CMS_PASSWORD/)
})

it('a batch whose writes all get 401 is a list of rejections while our user is known', async ({
  connect,
}) => {
  const body = { code: 'rest_cannot_edit', message: 'Not yours.' }
  const { cms } = await connect((asked) =>
    isWrite(asked) ? { status: 207, json: { responses: [{ status: 401, body, headers: [] }] } } : undefined,
  )
  expect(await cms.writePages([update], signal)).toMatchObject([
    { ok: false, status: 401, reason: 'Not yours.' },
  ])
})

it('a refused read names its cause, and not the credentials that the CMS accepts', async ({ connect }) => {
  const { cms } = await connect(refuse(({ url }) => url.includes('/pages?')))
  const error = await cms.readPages([1], signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(String(error)).toMatch(/Blocked by the firewall.*accepts the credentials/)
})

it.for([403, 404, 405])(
  'while the batch route is blocked with %i, each write is a separate request',
  async (status, { connect }) => {
    let isBlocked = true
    const { server, cms } = await connect((asked) =>
      isBatch(asked) && isBlocked ? { ...firewall, status } : undefined,
    )
    // The writes of the blocked batch may have landed.
    await expect(cms.writePages([create, update, remove], signal)).rejects.toThrow(OutcomeUnknownError)
    expect(cms.batchFault()).toContain(`${status}`)
    server.asked.length = 0
    expect(await cms.writePages([create, update, remove], signal)).toMatchObject([
      { ok: true, page: { id: 6, slug: 'gtin-1-de' } },
      { ok: true, page: { id: 7 } },
      { ok: true, page: { id: 8 } },
    ])
    expect(server.asked.map(({ method, url }) => `${method} ${url.replace(/[?&]_fields.*/, '')}`)).toEqual([
      'POST /api/rest/cms/v2/pages',
      'POST /api/rest/cms/v2/pages/7',
      'DELETE /api/rest/cms/v2/pages/8?force=true',
    ])
    expect(await cms.checkBatches(signal)).toContain(`${status}`)
    isBlocked = false
    expect(await cms.checkBatches(signal)).toBeUndefined()
    server.asked.length = 0
    await cms.writePages([create, update], signal)
    expect(server.asked.map(({ url }) => url)).toEqual(['/api/rest/batch/v1'])
  },
)

it.for<[string, Step]>([
  ['reset', 'reset'],
  ['answered by a firewall', firewall],
  [
    'answered with another page',
    { json: pageFor({ method: 'POST', path: '', body: { slug: 'gtin-2-de' } }) },
  ],
])('a single create that is %s is a lost reply', async ([, step], { connect }) => {
  const other: PageWrite = { kind: 'create', body: { slug: 'gtin-2-de' } }
  const { server, cms } = await connect((asked) => {
    if (isBatch(asked)) return firewall
    return asked.method === 'POST' ? step : undefined
  })
  await expect(cms.writePages([create], signal)).rejects.toThrow(OutcomeUnknownError)
  server.asked.length = 0
  await expect(cms.writePages([update, other], signal)).rejects.toThrow(OutcomeUnknownError)
  expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('a single write that the CMS rejects is an outcome', async ({ connect }) => {
  const json = { code: 'rest_post_invalid_id', message: 'Invalid post ID.', data: { status: 404 } }
  const { cms } = await connect((asked) => {
    if (isBatch(asked)) return firewall
    return asked.method === 'POST' ? { status: 404, json } : undefined
  })
  await cms.checkBatches(signal)
  expect(await cms.writePages([update], signal)).toEqual([
    { ok: false, status: 404, code: 'rest_post_invalid_id', reason: 'Invalid post ID.' },
  ])
})

const responses = (...pages: { id: number; slug: string }[]): Step => ({
  status: 207,
  json: {
    responses: pages.map((page) => ({
      status: 200,
      headers: [],
      body: { ...pageFor({ method: 'POST', path: '' }), ...page },
    })),
  },
})
const second: PageWrite = { kind: 'create', body: { slug: 'gtin-2-de' } }

it.for<[string, PageWrite[], Step]>([
  [
    'creates in another order',
    [create, second],
    responses({ id: 2, slug: 'gtin-2-de' }, { id: 1, slug: 'gtin-1-de' }),
  ],
  [
    'the same page twice',
    [create, second],
    responses({ id: 1, slug: 'gtin-1-de' }, { id: 1, slug: 'gtin-1-de' }),
  ],
  [
    'updates in another order',
    [update, { ...update, id: 9 }],
    responses({ id: 9, slug: 'b' }, { id: 7, slug: 'a' }),
  ],
  [
    'an update of another page',
    [create, update],
    responses({ id: 1, slug: 'gtin-1-de' }, { id: 8, slug: 'b' }),
  ],
])('a batch that gets %s is a lost reply', async ([, writes, step], { connect }) => {
  const { server, cms } = await connect((asked) => (isWrite(asked) ? step : undefined))
  await expect(cms.writePages(writes, signal)).rejects.toThrow(/confirmed the write of .* with page \d+/)
  await expect(cms.writePages(writes, signal)).rejects.toThrow(OutcomeUnknownError)
  expect(server.asked.filter(isWrite)).toHaveLength(2)
})

it('a create whose response contains the block of another record is a lost reply', async ({ connect }) => {
  const block = (gtin: string) => `<div class="wp-block-group product-mirror gtin-${gtin} lang-de">x</div>`
  const answered = { ...pageFor({ method: 'POST', path: '' }), slug: 'renamed', content: { raw: block('2') } }
  const { cms } = await connect((asked) =>
    isWrite(asked)
      ? { status: 207, json: { responses: [{ status: 201, body: answered, headers: [] }] } }
      : undefined,
  )
  const write: PageWrite = { kind: 'create', body: { slug: 'gtin-1-de', content: block('1') } }
  await expect(cms.writePages([write], signal)).rejects.toThrow(OutcomeUnknownError)
  const same: PageWrite = { kind: 'create', body: { slug: 'gtin-1-de', content: block('2') } }
  expect(await cms.writePages([same], signal)).toMatchObject([{ ok: true, page: { slug: 'renamed' } }])
})

import { expect } from 'vitest'
import type { PageWrite } from '../../src/core/record/page.ts'
import { OutcomeUnknownError, UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { type Script, withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

const it = withScripts().extend('connect', ({ start, connectCms }) => async (script: Script) => {
  const server = await start(script)
  const auth = { user: 'admin', password: 'top secret' }
  const retry = { tries: 3, baseMs: 1, capMs: 1 }
  return { server, cms: connectCms(`${server.url}/api/rest/`, { auth, retry }) }
})

const create: PageWrite = { kind: 'create', body: { slug: 'gtin-1-de', title: 'Tape' } }
const update: PageWrite = { kind: 'update', id: 7, body: { title: 'Tape' } }
const remove: PageWrite = { kind: 'delete', id: 8, force: true }

function wirePage(id: number) {
  const raw = { raw: `text ${id}` }
  const texts = { title: raw, excerpt: raw, content: raw }
  return {
    id,
    slug: `s-${id}`,
    status: 'publish',
    parent: 1,
    link: '/',
    modified_gmt: 'm',
    featured_media: 0,
    ...texts,
  }
}

const answer = (...responses: { status: number; body: unknown }[]): Step => ({
  status: 207,
  json: { responses: responses.map((response) => ({ headers: [], ...response })) },
})
const fine = (id: number) => ({ status: 200, body: wirePage(id) })
const no = (status: number, code: string) => ({ status, body: { code, message: 'No.', data: { status } } })

it('a batch contains each write in WordPress’s format, and requests only the needed fields', async ({
  connect,
}) => {
  const deleted = { status: 200, body: { deleted: true, previous: wirePage(8) } }
  const { server, cms } = await connect([answer(fine(6), fine(7), deleted)])
  const written = await cms.writePages([create, update, remove], signal)
  expect(written.map((each) => each.ok && each.page.content)).toEqual(['text 6', 'text 7', 'text 8'])
  const [asked] = server.asked
  expect(asked).toMatchObject({ method: 'POST', url: '/api/rest/batch/v1' })
  expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('admin:top secret').toString('base64')}`)
  const fields =
    'id,slug,status,parent,link,author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,content.protected,featured_media'
  expect(JSON.parse(String(asked?.body))).toEqual({
    validation: 'normal',
    requests: [
      { method: 'POST', path: `/cms/v2/pages?_fields=${fields}`, body: { slug: 'gtin-1-de', title: 'Tape' } },
      {
        method: 'PUT',
        path: `/cms/v2/pages/7?_fields=${fields},_links.predecessor-version,_links.version-history`,
        body: { title: 'Tape' },
      },
      { method: 'DELETE', path: `/cms/v2/pages/8?force=true&_fields=deleted,previous,${fields}` },
    ],
  })
})

it('without writes no request is sent', async ({ connect }) => {
  const { server, cms } = await connect([{}])
  expect(await cms.writePages([], signal)).toEqual([])
  expect(server.asked).toEqual([])
})

it('a rejected write leaves the other writes of its batch intact', async ({ connect }) => {
  const { cms } = await connect([
    answer(no(400, 'rest_invalid_param'), fine(7), no(404, 'rest_post_invalid_id')),
  ])
  expect(await cms.writePages([create, update, remove], signal)).toMatchObject([
    { ok: false, status: 400, code: 'rest_invalid_param', reason: 'No.' },
    { ok: true },
    { ok: false, status: 404, code: 'rest_post_invalid_id' },
  ])
})

it('a deleted page that the CMS does not describe is returned with its id', async ({ connect }) => {
  const { cms } = await connect([answer({ status: 200, body: { deleted: true } })])
  expect(await cms.writePages([remove], signal)).toMatchObject([
    { ok: true, page: { id: 8, status: 'trash' } },
  ])
})

it.for<[string, Step]>([
  ['a reset', 'reset'],
  ['a cut answer', 'cut'],
  ['a 500', { status: 500, json: { code: 'internal_server_error', message: 'Oops' } }],
  ['a 503 with Retry-After', { status: 503, headers: { 'retry-after': '5' } }],
  ['a 504', { status: 504 }],
  ['a web page', { body: '<html>' }],
  ['an answer of another length', answer(fine(1), fine(2), fine(3))],
  ['a page of another form', answer({ status: 201, body: { id: 1 } }, fine(7))],
])(
  'after %s only a batch of status changes is sent again, not one that creates pages or changes content',
  async ([, trouble], { connect }) => {
    const creating = await connect([trouble])
    const error = await creating.cms.writePages([create, update], signal).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toHaveProperty('message', expect.stringContaining('a batch of 2 writes (1 create)'))
    expect(creating.server.asked).toHaveLength(1)

    const changing = await connect([trouble])
    await expect(changing.cms.writePages([update], signal)).rejects.toThrow(OutcomeUnknownError)
    expect(changing.server.asked).toHaveLength(1)

    const updating = await connect([trouble, answer(fine(7))])
    const status = { kind: 'update', id: 7, body: { status: 'draft' } } as const
    expect(await updating.cms.writePages([status], signal)).toMatchObject([{ ok: true }])
    expect(updating.server.asked).toHaveLength(2)
  },
)

it('a batch with a create whose connection is refused is reported as not sent', async ({ connect }) => {
  const { server, cms } = await connect([{}])
  await server.close()
  await expect(cms.writePages([create], signal)).rejects.toThrow(UnreachableError)
})

it('a batch with a create that is rate-limited is sent again', async ({ connect }) => {
  const { server, cms } = await connect([{ status: 429, headers: { 'retry-after': '1' } }, answer(fine(1))])
  expect(await cms.writePages([create], signal)).toMatchObject([{ ok: true }])
  expect(server.asked).toHaveLength(2)
})

it('an aborted batch with a create may have been carried out', async ({ connect }) => {
  const { server, cms } = await connect(['hang'])
  const controller = new AbortController()
  const call = cms.writePages([create], controller.signal)
  await expect.poll(() => server.asked.length).toBe(1)
  controller.abort(new Error('going home'))
  await expect(call).rejects.toThrow(OutcomeUnknownError)
})

it('a batch that is too large for the web server is halved, down to the single page that is too large', async ({
  connect,
}) => {
  const { server, cms } = await connect(({ body }) => {
    const { requests } = JSON.parse(String(body)) as { requests: { body: { title: string } }[] }
    if (requests.length > 2 || requests.some((each) => each.body.title === 'huge')) return { status: 413 }
    return answer(...requests.map((each) => fine(Number(each.body.title))))
  })
  const titles = ['1', '2', '3', 'huge', '5']
  const writes = titles.map((title): PageWrite => ({ kind: 'update', id: Number(title), body: { title } }))
  const written = await cms.writePages(writes, signal)
  expect(written.map((each) => (each.ok ? each.page.id : each.status))).toEqual([1, 2, 3, 413, 5])
  expect(server.asked).toHaveLength(7)
})

it.for<[string, Step, string]>([
  ['all writes are refused as anonymous', answer(no(401, 'rest_cannot_create')), 'CMS_PASSWORD'],
  [
    'the whole batch is',
    { status: 401, json: { code: 'incorrect_password', message: 'No.' } },
    'CMS_PASSWORD',
  ],
  ['a web page says 403', { status: 403, body: '<html>' }, 'rejects its REST API'],
  ['no write finds a route', answer(no(404, 'rest_no_route')), 'CMS_NAMESPACE'],
  [
    'there is no batch route',
    { status: 404, json: { code: 'rest_no_route', message: 'No.' } },
    'CMS_API_ROOT',
  ],
  ['a web page says 404', { status: 404, body: '<html>' }, 'CMS_API_ROOT'],
  ['it has moved', { status: 301, headers: { location: 'https://x.example/' } }, 'https://x.example/'],
])('the CMS is unusable if %s, and users/me gets the same response', async ([, step, said], { connect }) => {
  const { server, cms } = await connect([step])
  const error = await cms.writePages([create], signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining(said))
  expect(error).not.toHaveProperty('message', expect.stringContaining('top secret'))
  expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

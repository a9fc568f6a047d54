import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentRows } from './content-rows.ts'
import { type Walk, openWalk } from './open-walk.ts'
import { seoRows, supportRows } from './other-rows.ts'
import { SiteIndex, endpointFor } from './site-index.ts'

const calls = [...contentRows, ...supportRows, ...seoRows].flatMap(({ methods, path, args = '' }) =>
  methods.map((method) => ({ method, path, args: args.split(' ').filter(Boolean) })),
)

let cms: Walk
let index: SiteIndex

beforeAll(async () => {
  cms = await openWalk()
  index = SiteIndex.parse((await cms.ask('GET', '/')).body)
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

/** A path that a client could request. */
function filled(path: string): string {
  return path
    .replace('<segment>/<segment>', 'core/globe')
    .replaceAll(/<(id|parent)>/g, '2')
    .replaceAll(/<\w+>/g, 'some-name')
}

test.each(calls)('$method $path is in the index with its arguments, and responds', async (call) => {
  const { method, path, args } = call
  const endpoint = endpointFor(index, method, filled(path))
  expect(Object.keys(endpoint?.args ?? {})).toEqual(expect.arrayContaining(args))
  expect(endpoint).toBeDefined()
  const answer = await cms.ask(method, filled(path), method === 'GET' ? undefined : {})
  expect(answer.code).not.toBe('rest_no_route')
  expect(answer.status).toBeLessThan(500)
})

test('undocumented routes do not exist, and undocumented methods are rejected', async () => {
  expect(endpointFor(index, 'GET', '/cms/v2/nothing')).toBeUndefined()
  for (const [method, path] of [
    ['GET', '/cms/v2/nothing'],
    ['DELETE', '/cms/v2/pages'],
    ['GET', '/batch/v1'],
  ] as const)
    expect(await cms.ask(method, path)).toMatchObject({ status: 404, code: 'rest_no_route' })
})

test('the index lists the documented namespaces', () => {
  expect(index.namespaces).toEqual(
    expect.arrayContaining([
      'oembed/1.0',
      'cms/v2',
      'cms-sync/v1',
      'cms-block-editor/v1',
      'security/v1',
      'seo/v1',
      'regenerate-thumbnails/v1',
      'cms-site-health/v1',
      'cms-abilities/v1',
    ]),
  )
})

test('only posts, pages and menu items are flagged for batches, and only they can be called in one', async () => {
  const flagged = Object.entries(index.routes).filter(([, { endpoints }]) =>
    endpoints.some(({ allow_batch: allowed }) => allowed?.v1 === true),
  )
  const bases = ['posts', 'pages', 'menu-items'].flatMap((base) => [
    `/cms/v2/${base}`,
    `/cms/v2/${base}/(?P<id>[\\d]+)`,
  ])
  expect(flagged.map(([pattern]) => pattern).toSorted()).toEqual(bases.toSorted())
  const inBatch = calls.filter(({ method, path }) => method !== 'GET' && path !== '/batch/v1')
  for (const { method, path } of inBatch) {
    const requests = [{ method, path: filled(path) }]
    const { body } = await cms.ask('POST', '/batch/v1', { requests })
    const refused = JSON.stringify(body).includes('rest_batch_not_allowed')
    expect({ method, path, refused }).toEqual({
      method,
      path,
      refused: !/^\/cms\/v2\/(posts|pages|menu-items)(\/<id>)?$/.test(path),
    })
  }
})

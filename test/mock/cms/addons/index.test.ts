import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddons } from '../../../../src/mock/cms/addons/addons.ts'
import { type OpenCms, openCms } from '../open-cms.ts'
import { documentedRoutes, exampleArgs, examplePath } from './documented-routes.ts'

type Arg = { required: boolean; type?: string; default?: unknown; enum?: unknown[]; maxItems?: number }
type Entry = {
  namespace: string
  methods: string[]
  endpoints: { methods: string[]; args: Record<string, Arg>; allow_batch?: unknown }[]
}
type Index = { namespaces: string[]; routes: Record<string, Entry> }

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
let cms: OpenCms
let index: Index

beforeAll(async () => {
  cms = await openCms()
  index = (await cms.ask(null, 'GET', '/')).body as Index
})
afterAll(() => cms.close())

function toQuery(sent: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(sent).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `?${pairs.join('&')}`
}

function endpoint(path: string, methods: string) {
  return index.routes[path]?.endpoints.find((one) => one.methods.join(' ') === methods)
}

describe('the index', () => {
  test('lists every namespace of the description', () => {
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

  test.each(documentedRoutes)('has %s with %s and its arguments', (path, methods, args) => {
    const found = endpoint(path, methods)
    const told = Object.entries(found?.args ?? {}).map(([name, arg]) => name + (arg.required ? '!' : ''))
    expect(index.routes[path]?.namespace).toBe(path.split('/').slice(1, 3).join('/'))
    expect(found).toBeDefined()
    expect(found).not.toHaveProperty('allow_batch')
    // The description does not list the arguments of the security routes, which are a choice of this server.
    if (!path.startsWith('/security/')) expect(told.sort()).toEqual(args.split(' ').filter(Boolean).sort())
  })

  test('has no plug-in routes beyond the description, except the namespace indexes', () => {
    const known = new Set(documentedRoutes.map(([path]) => path))
    const others = Object.entries(index.routes).filter(
      ([path, { namespace }]) => /^(security|seo|regenerate)/.test(namespace) && !known.has(path),
    )
    expect(others.map(([path]) => path)).toEqual(['/security/v1', '/seo/v1', '/regenerate-thumbnails/v1'])
  })

  test('contains limits, defaults and choices of arguments', () => {
    const outline = endpoint('/seo/v1/ai_content_planner/get_outline', 'POST')?.args
    expect(outline?.['recent_content']).toMatchObject({ type: 'array', maxItems: 100, required: true })
    expect(outline?.['editor']).toMatchObject({ enum: ['classic', 'builder', 'block'] })
    const scores = endpoint('/seo/v1/seo_scores', 'GET')?.args
    expect(scores).toMatchObject({
      taxonomy: { default: '' },
      term: { default: null },
      troubleshooting: { default: null },
    })
    expect(endpoint('/regenerate-thumbnails/v1/featuredimages', 'GET')?.args['per_page']).toEqual({
      type: 'integer',
      default: 10,
      minimum: 1,
      maximum: 100,
      required: false,
    })
  })

  test.each(['cms-site-health/v1', 'cms-abilities/v1'])(
    'lists %s without routes, in its namespace index only',
    async (name) => {
      const { status, body } = await cms.ask(null, 'GET', `/${name}`)
      expect(status).toBe(200)
      expect(Object.keys(body['routes'] as object)).toEqual([`/${name}`])
    },
  )
})

describe('rights', () => {
  const guarded = documentedRoutes
    .filter(([path]) => path !== '/seo/v1/get_head')
    .flatMap(([path, methods, args]) =>
      allMethods.filter((method) => methods.includes(method)).map((method) => [method, path, args] as const),
    )

  test.each(guarded)(
    '%s %s rejects anonymous requests with 401 and subscribers with 403',
    async (method, path, args) => {
      const sent = path.includes('/scan/issue') ? { id: 'x', state: 'open' } : exampleArgs(args)
      for (const [who, status] of [
        [null, 401],
        ['sub1', 403],
      ] as const) {
        const told =
          method === 'GET'
            ? await cms.ask(who, method, examplePath(path) + toQuery(sent))
            : await cms.ask(who, method, examplePath(path), sent)
        expect(told).toMatchObject({ status, body: { code: 'rest_forbidden', data: { status } } })
      }
    },
  )
})

test('every endpoint describes its response', () => {
  const { routes } = createAddons(cms.store)
  const bare = routes.filter(({ endpoints }) => endpoints.some(({ returns }) => returns === undefined))
  expect(bare.map(({ pattern }) => pattern)).toEqual([])
  expect(routes.length).toBeGreaterThan(50)
})

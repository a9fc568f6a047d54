import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'
import { basic } from '../cms/serve.ts'

type Operation = {
  operationId: string
  parameters?: { name?: string; in?: string; schema?: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
type Index = { routes: Record<string, { methods: string[]; endpoints: { args: Record<string, unknown> }[] }> }

let mock: MockServer
let cms: Document
let partner: Document

const read = async <T>(url: string, headers: Record<string, string> = {}): Promise<T> => {
  const response = await fetch(url, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

beforeAll(async () => {
  mock = await startMock({ gtins: 3, languages: 'de-de,en-gb' })
  cms = await read(`${mock.origin}/__mock/openapi/cms.json`)
  partner = await read(`${mock.origin}/__mock/openapi/partner.json`)
})
afterAll(() => mock.close())

test('both documents are valid OpenAPI 3.1', async () => {
  for (const document of [cms, partner]) {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(document.openapi).toMatch(/^3\.1\./)
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    )
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('the schema of an image edit lists the required arguments of each modifier', () => {
  const body = cms.paths['/cms/v2/media/{id}/edit']?.['post']?.requestBody?.content['application/json']
  expect(body?.schema?.properties?.['modifiers']).toMatchObject({
    items: {
      required: ['type', 'args'],
      oneOf: [
        { properties: { args: { properties: { flip: { required: ['horizontal', 'vertical'] } } } } },
        { properties: { args: { required: ['angle'] } } },
        { properties: { args: { required: ['left', 'top', 'width', 'height'] } } },
      ],
    },
  })
})

test('the document contains every route, method and argument of the index', async () => {
  const { routes } = await read<Index>(`${mock.cmsRoot}/`)
  for (const [pattern, { methods, endpoints }] of Object.entries(routes)) {
    const item = cms.paths[pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')] ?? expect.unreachable(pattern)
    expect(Object.keys(item).filter((key) => key !== 'parameters')).toEqual(
      methods.map((method) => method.toLowerCase()),
    )
    const told = new Set(Object.values(item).flatMap(namesOf))
    for (const name of endpoints.flatMap(({ args }) => Object.keys(args)))
      expect({ pattern, name, told: told.has(name) }).toEqual({ pattern, name, told: true })
  }
})

function namesOf(part: Operation | NonNullable<Operation['parameters']>): string[] {
  const parameters = Array.isArray(part) ? part : (part.parameters ?? [])
  const bodies = Array.isArray(part) ? [] : Object.values(part.requestBody?.content ?? {})
  return [
    ...parameters.flatMap(({ name }) => name ?? []),
    ...bodies.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
  ]
}

test('parameters contain types, limits, choices and defaults, and every operation describes its response', () => {
  const parameters = cms.paths['/cms/v2/pages']?.['get']?.parameters ?? []
  expect(parameters.find(({ name }) => name === 'per_page')?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 10,
  })
  expect(parameters.find(({ name }) => name === 'order')?.schema).toEqual({
    type: 'string',
    enum: ['asc', 'desc'],
    default: 'desc',
  })
  const silent = Object.entries(cms.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .filter(([, { responses }]) => {
        const [success] = Object.values(responses)
        return success?.content?.['application/json']?.schema === undefined
      })
      .map(([method]) => `${method} ${path}`),
  )
  // A revision cannot be deleted, and the export is not JSON.
  expect(silent.toSorted()).toEqual([
    ...['pages', 'posts'].map((base) => `delete /cms/v2/${base}/{parent}/revisions/{id}`),
    'get /cms-block-editor/v1/export',
  ])
})

describe('the responses of the CMS match the document', () => {
  test.each([
    ['/', 'SiteIndex'],
    ['/cms/v2', 'NamespaceIndex'],
    ['/cms/v2/posts/1', 'Post'],
    ['/cms/v2/pages/2', 'Page'],
    ['/cms/v2/comments/1', 'Comment'],
    ['/cms/v2/categories/1', 'Term'],
    ['/cms/v2/users/me', 'User'],
    ['/cms/v2/block-types/core/group', 'BlockType'],
    ['/cms/v2/pages/999', 'Error'],
    ['/cms/v2/pages/x', 'Error'],
    ['/cms/v2/pages?per_page=0', 'Error'],
  ])('%s matches the schema %s', async (path, name) => {
    for (const context of ['view', 'edit', 'embed']) {
      const url = `${mock.cmsRoot}${path}${path.includes('?') ? '&' : '?'}context=${context}`
      const response = await fetch(url, { headers: { authorization: basic('admin') } })
      expect(faultsOf(cms, name, await response.json())).toEqual([])
    }
  })

  test('an upload, an edited image, a menu item and a batch', async () => {
    const send = async (
      path: string,
      body: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string>,
    ): Promise<unknown> => {
      const all = { authorization: basic('admin'), ...headers }
      return (await fetch(mock.cmsRoot + path, { method: 'POST', body, headers: all })).json()
    }
    const json = { 'content-type': 'application/json' }
    const file = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' }
    const item = { title: 'x', url: 'https://example.org/' }
    const requests = [{ path: '/cms/v2/pages', body: { title: 'x' } }]
    expect(faultsOf(cms, 'Media', await send('/cms/v2/media', 'a', file))).toEqual([])
    const png = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }
    const picture = (await send('/cms/v2/media', new Uint8Array(await drawPng()), png)) as Record<
      string,
      unknown
    >
    const edit = JSON.stringify({ src: picture['source_url'], rotation: 90 })
    const edited = await send(`/cms/v2/media/${String(picture['id'])}/edit`, edit, json)
    expect(faultsOf(cms, 'Media', picture)).toEqual([])
    expect(edited).toHaveProperty('media_details.parent_image')
    expect(faultsOf(cms, 'Media', edited)).toEqual([])
    const made = await send('/cms/v2/menu-items', JSON.stringify(item), json)
    expect(faultsOf(cms, 'MenuItem', made)).toEqual([])
    const archive = JSON.stringify({ type: 'post_type_archive', object: 'page' })
    expect(faultsOf(cms, 'MenuItem', await send('/cms/v2/menu-items', archive, json))).toEqual([])
    const answers = await send('/batch/v1', JSON.stringify({ requests }), json)
    expect(faultsOf(cms, 'BatchAnswer', answers)).toEqual([])
  })
})

test('the responses of the partner match the document', async () => {
  expect(Object.keys(partner.paths).toSorted()).toEqual(['/', '/docs/', '/language/', '/product/{gtin}/'])
  const headers = { authorization: `Token ${mock.token}` }
  for (const [path, name] of [
    ['/', 'Entry'],
    ['/language/', 'Languages'],
    [`/product/${gtinAt(0)}/`, 'Product'],
  ] as const)
    expect(faultsOf(partner, name, await read(mock.partnerUrl + path, headers))).toEqual([])
  expect(faultsOf(partner, 'Product', { gtin: 1 })).not.toEqual([])
})

test('an HTML page lists both documents, and loads nothing from other servers', async () => {
  const page = await (await fetch(`${mock.origin}/__mock/docs`)).text()
  for (const name of ['cms', 'partner']) expect(page).toContain(`href="/__mock/openapi/${name}.json"`)
  expect(page).toContain('GET /cms/v2/pages/{id}')
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
})

/** The schema errors of a value. Unknown properties count as errors. */
function faultsOf(document: Document, name: string, value: unknown): string[] {
  const text = JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')
  const $defs = JSON.parse(text) as Record<string, Record<string, unknown>>
  const schema = z.fromJSONSchema({ $defs, ...$defs[name] })
  const { error } = schema.safeParse(value)
  const known = new Set(Object.keys($defs[name]?.['properties'] ?? {}))
  const members = known.size > 0 ? Object.keys(value as object) : []
  return [
    ...(error === undefined ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    ...members.filter((member) => !known.has(member)).map((member) => `${member} is not in the document`),
  ]
}

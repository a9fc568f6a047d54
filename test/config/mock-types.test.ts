import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMockConfig } from '../../config/mock.ts'
import { readTypesFile } from '../../config/mock-types.ts'
import { createRoutes } from '../../src/mock/cms/routes.ts'
import { createStore } from '../../src/mock/cms/store/store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'types-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The errors of a file, without its name. */
async function faultsOf(content: unknown): Promise<string[]> {
  const file = join(folder, 'types.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readTypesFile(file).faults.map((fault) => fault.replace(`MOCK_TYPES: ${file}: `, ''))
}

const type = (more: object = {}) => ({ post_types: { car: more } })

test('a file in JSON or YAML is read, with the defaults of WordPress', async () => {
  expect(await faultsOf(type())).toEqual([])
  const file = join(folder, 'types.yaml')
  await writeFile(file, 'post_types:\n  car:\n    rest_base: cars\n')
  expect(readTypesFile(file).types).toMatchObject({
    post_types: { car: { rest_base: 'cars', supports: ['title', 'editor'], hierarchical: false } },
    taxonomies: {},
  })
  expect(readMockConfig({ types: file }, {}).types).toMatchObject({ post_types: { car: {} } })
  expect(readMockConfig({}, { MOCK_TYPES: file }).types).toMatchObject({ post_types: { car: {} } })
})

test('every mistake is listed with its place, and a misspelt key with the right one', async () => {
  expect(
    await faultsOf({
      post_type: {},
      post_types: {
        car: {
          hierarchial: true,
          supports: ['titel'],
          meta: {
            price: { type: 'money' },
            seats: { type: 'array' },
            doors: { type: 'integer', default: 'x' },
          },
          acf: { plan: { type: 'pdf' } },
        },
        Car: {},
        averyveryverylongtype: {},
      },
    }),
  ).toEqual([
    'post_types.car.supports.0 is "titel". Did you mean title?',
    'post_types.car.meta.price.type is "money". Allowed: string, number, integer, boolean, array, object.',
    'post_types.car.meta.seats.schema.items is required for an array.',
    'post_types.car.meta.doors.default is not of type integer.',
    'post_types.car.acf.plan.type must be one of text, number, true_false, image, file, select.',
    'post_types.car.hierarchial is not a known key. Did you mean hierarchical?',
    'post_types.Car: the name may contain only lower-case letters, digits, hyphens and underscores.',
    'post_types.averyveryverylongtype: the name is longer than 20 characters.',
    'post_type is not a known key. Did you mean post_types?',
  ])
})

test('reserved, duplicate and unknown names are mistakes', async () => {
  expect(
    await faultsOf({
      post_types: {
        page: {},
        car: { rest_base: 'pages', taxonomies: ['color'], meta: { price: { type: 'number' } } },
        van: { rest_base: 'vehicles' },
      },
      taxonomies: {
        category: {},
        van: { rest_base: 'title', object_types: ['bus'] },
        brand: { rest_base: 'Vehicles' },
      },
    }),
  ).toEqual([
    'post_types.page: is a reserved name, choose another one.',
    'taxonomies.category: is a reserved name, choose another one.',
    'taxonomies.van: is the name of a post type, too: their pages would have the same URLs.',
    'post_types.car.rest_base: pages is a route of the CMS, choose another one.',
    'taxonomies.brand.rest_base: Vehicles is also the rest_base of post_types.van.',
    'taxonomies.van.rest_base: title is a field or parameter of every post type, choose another one.',
    'post_types.car.taxonomies: color is not a taxonomy of this file, add it below taxonomies.',
    'taxonomies.van.object_types: bus is neither post, page nor a post type of this file.',
    'post_types.car.meta: is shown only with custom-fields, add it to supports.',
  ])
})

test('a file that cannot be read or parsed ends the start', async () => {
  expect(await faultsOf('post_types: [')).toEqual([
    expect.stringMatching(/not valid JSON or YAML: .*line 1/s),
  ])
  expect(await faultsOf('[]')).toEqual(['the file is []. Allowed: a value of type object.'])
  expect(() => readMockConfig({ types: join(folder, 'missing.yaml'), port: 'x' }, {})).toThrow(
    /has 2 errors:[^]*MOCK_PORT[^]*MOCK_TYPES: cannot read .*missing\.yaml/,
  )
})

test('every route of the CMS is a name that types cannot have', async () => {
  const { router } = createRoutes(createStore(() => new Date(0)))
  const bases = router.routes.flatMap(({ pattern }) => /^\/cms\/v2\/([\w-]+)/.exec(pattern)?.[1] ?? [])
  for (const base of new Set([...bases, 'types', 'taxonomies']))
    expect(await faultsOf(type({ rest_base: base }))).toEqual([
      `post_types.car.rest_base: ${base} is a route of the CMS, choose another one.`,
    ])
})

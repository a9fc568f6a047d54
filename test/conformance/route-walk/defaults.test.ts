import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaults, withoutPageSize } from './defaults.ts'
import { type Walk, openWalk } from './open-walk.ts'
import { SiteIndex, defaultsOf, endpointFor } from './site-index.ts'

let cms: Walk
let index: SiteIndex

beforeAll(async () => {
  cms = await openWalk()
  index = SiteIndex.parse((await cms.ask('GET', '/')).body)
})
afterAll(() => cms.close())

test.each(defaults)('$method $path has the documented defaults', ({ method, path, values }) => {
  expect(defaultsOf(endpointFor(index, method, path))).toMatchObject(values)
})

test.each(withoutPageSize)('%s has no default page size', (path) => {
  expect(defaultsOf(endpointFor(index, 'GET', path))).not.toHaveProperty('per_page')
})

test('a list contains ten pages by default, and a list of menu items a hundred', async () => {
  const make = (path: string, count: number): object[] =>
    Array.from({ length: count }, (_, number) => ({
      path,
      body: { title: `Item ${number}`, status: 'publish', url: 'https://example.org/' },
    }))
  for (const path of ['/cms/v2/pages', '/cms/v2/menu-items'])
    for (let batch = 0; batch < 5; batch++) await cms.ask('POST', '/batch/v1', { requests: make(path, 25) })
  expect(Object.keys((await cms.ask('GET', '/cms/v2/pages')).body)).toHaveLength(10)
  expect(Object.keys((await cms.ask('GET', '/cms/v2/menu-items')).body)).toHaveLength(100)
})

import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'
import { exampleFile } from '../cms/types/open-products.ts'

type Operation = Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>
type Document = {
  paths: Record<string, Operation>
  components: { schemas: Record<string, object> }
}

let mock: MockServer
let cms: Document

beforeAll(async () => {
  mock = await startMock({ gtins: 1, languages: 'de-de', types: exampleFile })
  cms = (await (await fetch(`${mock.origin}/__mock/openapi/cms.json`)).json()) as Document
})
afterAll(() => mock.close())

test('the document with registered types is valid, and has their routes', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(cms))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(Object.keys(cms.paths)).toEqual(
    expect.arrayContaining([
      '/cms/v2/product',
      '/cms/v2/product/{id}',
      '/cms/v2/product/{parent}/revisions',
      '/cms/v2/product_cat/{id}',
      '/cms/v2/types/{type}',
      '/cms/v2/taxonomies/{taxonomy}',
    ]),
  )
})

test('it describes registered meta, fields and terms', () => {
  const body = cms.paths['/cms/v2/product']?.['post']?.requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({
    properties: {
      meta: {
        properties: {
          gtin: { type: 'string', description: 'GTIN-13 of the product' },
          stock: { type: 'integer', minimum: 0 },
        },
      },
      acf: { properties: { datasheet: { type: ['integer', 'null'] } } },
      product_cat: { type: 'array', items: { type: 'integer' } },
    },
  })
  expect(cms.components.schemas['type.product']).toMatchObject({
    properties: { meta: { properties: { price: { type: 'number' } } } },
  })
})

import { afterAll, afterEach, expect, test } from 'vitest'
import { openProducts, openTypes } from './open-products.ts'

const cms = await openProducts()
const { ask } = cms
afterEach(() => cms.reset())
afterAll(() => cms.close())

const empty = { footnotes: '', gtin: '', price: 0, headline: '', stock: 0, sale: false }
const create = (meta: unknown) =>
  ask('admin', 'POST', '/cms/v2/product', { title: 'x', status: 'publish', meta })
const idOf = ({ body }: { body: Record<string, unknown> }) => Number(body['id'])
const metaOf = async (id: number) => (await ask(null, 'GET', `/cms/v2/product/${id}`)).body['meta']

test('a row without values shows the defaults of their types', async () => {
  expect(await metaOf(idOf(await create({})))).toEqual(empty)
})

test('values are converted to their types, and unknown keys are ignored', async () => {
  const id = idOf(
    await create({ gtin: '4026639012345', price: '405.91', stock: 7, sale: 'true', colour: 'red' }),
  )
  expect(await metaOf(id)).toEqual({
    ...empty,
    gtin: '4026639012345',
    price: 405.91,
    stock: 7,
    sale: true,
  })
})

test('an update keeps what it omits, and null restores the default', async () => {
  const id = idOf(await create({ headline: 'New', price: 2 }))
  await ask('admin', 'POST', `/cms/v2/product/${id}`, { meta: { price: null, stock: 1 } })
  expect(await metaOf(id)).toEqual({ ...empty, headline: 'New', stock: 1 })
})

test('an invalid value is refused after the row and the valid values were stored', async () => {
  const refused = await create({ gtin: 4026639012345, headline: 'New', stock: -1 })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({
    code: 'rest_invalid_type',
    message: 'meta.gtin is not of type string.',
    data: { status: 400 },
    additional_data: [{ param: 'meta.gtin' }],
    additional_errors: [
      {
        code: 'rest_out_of_bounds',
        message: 'meta.stock must be greater than or equal to 0',
        data: { status: 400 },
      },
    ],
  })
  const list = await ask(null, 'GET', '/cms/v2/product')
  expect(list.body).toMatchObject([{ title: { rendered: 'x' }, meta: { ...empty, headline: 'New' } }])
})

test('meta must be an object', async () => {
  expect(await create('x')).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { meta: 'Invalid parameter.' } } },
  })
})

test('a revision does not contain values that are not kept in revisions', async () => {
  const id = idOf(await create({}))
  await ask('admin', 'POST', `/cms/v2/product/${id}`, { title: 'y', meta: { headline: 'New' } })
  expect(await ask('admin', 'GET', `/cms/v2/product/${id}/revisions`)).toMatchObject({
    body: [{ title: { rendered: 'y' }, meta: { headline: '' } }],
  })
})

test('lists and objects are validated by their schemas, and registered on pages as well', async () => {
  const other = await openTypes({
    built_in: {
      page: {
        meta: {
          sizes: { type: 'array', schema: { items: { type: 'integer' } } },
          box: { type: 'object', schema: { properties: { width: { type: 'number' } } } },
          notes: { type: 'string', single: false, default: 'none' },
        },
      },
    },
  })
  const page = (body: object, path = '') => other.ask('admin', 'POST', `/cms/v2/pages${path}`, body)
  const made = await page({ meta: { sizes: ['1', 2], box: { width: '2.5' }, notes: ['a', 'b'] } })
  expect(made.body['meta']).toMatchObject({ sizes: [1, 2], box: { width: 2.5 }, notes: ['a', 'b'] })
  const path = `/${idOf(made)}`
  expect((await page({ meta: { notes: ['c', 'b'] } }, path)).body['meta']).toMatchObject({
    notes: ['b', 'c'],
  })
  expect((await page({ meta: { box: null, sizes: null, notes: null } }, path)).body['meta']).toMatchObject({
    sizes: [],
    box: [],
    notes: ['none'],
  })
  await page({ meta: { notes: ['a'] } }, path)
  expect((await page({ meta: { notes: [] } }, path)).body['meta']).toMatchObject({ notes: ['none'] })
  expect(await page({ meta: { box: { height: 1 } } }, path)).toMatchObject({
    body: {
      code: 'rest_additional_properties_forbidden',
      message: 'height is not a valid property of Object.',
    },
  })
  expect(await page({ meta: { sizes: ['a'] } }, path)).toMatchObject({
    body: { message: 'meta.sizes[0] is not of type integer.' },
  })
  expect(await page({ meta: { notes: ['a', null] } }, path)).toMatchObject({
    status: 500,
    body: { code: 'rest_invalid_stored_value' },
  })
  await other.close()
})

test('null fails for a number or boolean without a stored value, and for a stored false', async () => {
  const id = idOf(await create({ sale: false, headline: 'New' }))
  const write = (meta: object) => ask('admin', 'POST', `/cms/v2/product/${id}`, { meta })
  for (const name of ['price', 'stock', 'sale'])
    expect(await write({ [name]: null })).toMatchObject({
      status: 500,
      body: {
        code: 'rest_invalid_stored_value',
        message: `The ${name} property has an invalid stored value, and cannot be updated to null.`,
      },
    })
  expect(await write({ headline: null })).toMatchObject({ status: 200 })
  expect(await write({ headline: null })).toMatchObject({ status: 200 })
  await write({ sale: true, price: 0 })
  expect(await write({ sale: null, price: null })).toMatchObject({
    body: { meta: { sale: false, price: 0 } },
  })
})

test('null is accepted for a missing value with a registered default', async () => {
  const other = await openTypes({
    built_in: { page: { meta: { weight: { type: 'number', default: 1.5 } } } },
  })
  for (const weight of [2, null, null])
    expect(await other.ask('admin', 'POST', '/cms/v2/pages/2', { meta: { weight } })).toMatchObject({
      status: 200,
      body: { meta: { weight: weight ?? 1.5 } },
    })
  await other.close()
})

test('a missing value is shown as null if an empty one does not fit the schema', async () => {
  const other = await openTypes({
    built_in: {
      page: {
        meta: {
          code: { type: 'string', schema: { pattern: '^[A-Z]+$' } },
          since: { type: 'string', schema: { format: 'date-time' } },
          weight: { type: 'number', schema: { minimum: 1 } },
          site: { type: 'string', schema: { format: 'uri' } },
        },
      },
    },
  })
  expect((await other.ask(null, 'GET', '/cms/v2/pages/2')).body['meta']).toMatchObject({
    code: null,
    since: null,
    weight: null,
    site: '',
  })
  await other.close()
})

test('an autosave ignores invalid meta', async () => {
  const id = idOf(await create({ price: 2 }))
  const body = { title: 'Later', meta: { stock: -1, price: null } }
  expect(await ask('admin', 'POST', `/cms/v2/product/${id}/autosaves`, body)).toMatchObject({
    status: 200,
    body: { title: { raw: 'Later' } },
  })
  expect(await metaOf(id)).toEqual({ ...empty, price: 2 })
})

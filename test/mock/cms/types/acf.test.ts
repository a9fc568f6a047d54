import { afterAll, afterEach, expect, test } from 'vitest'
import { openProducts, openTypes } from './open-products.ts'

const cms = await openProducts()
const { ask } = cms
afterEach(() => cms.reset())
afterAll(() => cms.close())

const create = (acf: unknown) =>
  ask('admin', 'POST', '/cms/v2/product', { title: 'x', status: 'publish', acf })
const idOf = ({ body }: { body: Record<string, unknown> }) => Number(body['id'])

test('a file is an attachment id or null, and a file without a parent is attached to the row', async () => {
  const file = await cms.upload('sheet.jpg', 10, 10)
  const made = await create({ datasheet: file })
  expect(made.body).toMatchObject({ acf: { datasheet: file } })
  expect((await ask('admin', 'GET', `/cms/v2/media/${file}`)).body).toMatchObject({ post: idOf(made) })
  const path = `/cms/v2/product/${idOf(made)}`
  expect((await ask('admin', 'POST', path, { title: 'y' })).body).toMatchObject({ acf: { datasheet: file } })
  expect((await ask('admin', 'POST', path, { acf: { datasheet: null } })).body).toMatchObject({
    acf: { datasheet: null },
  })
})

test('unknown fields are ignored, and an empty object changes nothing', async () => {
  expect(await create({ colour: 'red' })).toMatchObject({ status: 201, body: { acf: { datasheet: null } } })
  expect(await create({})).toMatchObject({ status: 201 })
})

test('an id that is not an attachment is refused, and no row is created', async () => {
  expect(await create({ datasheet: 2 })).toMatchObject({
    status: 400,
    body: {
      code: 'rest_invalid_param',
      data: {
        params: { acf: 'acf[datasheet] requires a valid attachment ID.' },
        details: {
          acf: { code: 'rest_invalid_param', data: { param: 'acf[datasheet]', value: 2 } },
        },
      },
    },
  })
  expect(await create({ datasheet: 'sheet.pdf' })).toMatchObject({
    status: 400,
    body: { data: { params: { acf: 'acf[datasheet] is not of type integer,null.' } } },
  })
  expect(await ask('admin', 'GET', '/cms/v2/product')).toMatchObject({ headers: { 'x-wp-total': '0' } })
})

test('every type of field has its own rules, and its own value if it is empty', async () => {
  const other = await openTypes({
    built_in: {
      page: {
        acf: {
          note: { type: 'text', maxlength: 3 },
          amount: { type: 'number', min: 1 },
          open: { type: 'true_false', default_value: true },
          colour: { type: 'select', choices: ['red', 'blue'] },
          picture: { type: 'image' },
        },
      },
    },
  })
  const page = (acf: object) => other.ask('admin', 'POST', '/cms/v2/pages', { title: 'x', acf })
  expect((await page({})).body['acf']).toEqual({
    note: '',
    amount: '',
    open: true,
    colour: '',
    picture: null,
  })
  expect((await page({ note: 'a', amount: '2', open: false, colour: 'red' })).body['acf']).toEqual({
    note: 'a',
    amount: 2,
    open: false,
    colour: 'red',
    picture: null,
  })
  expect((await page({ colour: ['blue'] })).body['acf']).toMatchObject({ colour: 'blue' })
  for (const [acf, message] of [
    [{ note: 'long' }, 'acf[note] must be at most 3 characters long.'],
    [{ note: 5 }, 'acf[note] is not of type string,null.'],
    [{ amount: 0 }, 'acf[amount] must be greater than or equal to 1'],
    [{ open: 'maybe' }, 'acf[open] is not of type boolean,null.'],
    [{ colour: 'green' }, 'acf[colour] is not one of red, blue'],
    [{ colour: ['red', 'blue'] }, 'acf[colour] must contain at most 1 item.'],
  ] as const)
    expect(await page(acf)).toMatchObject({ status: 400, body: { data: { params: { acf: message } } } })
  await other.close()
})

test('a required field must be part of the object, if there is one', async () => {
  const other = await openTypes({
    built_in: { post: { acf: { note: { type: 'text', required: true }, extra: { type: 'text' } } } },
  })
  const post = (body: object) => other.ask('admin', 'POST', '/cms/v2/posts', { title: 'x', ...body })
  expect(await post({})).toMatchObject({ status: 201 })
  expect(await post({ acf: { extra: 'a' } })).toMatchObject({
    body: { data: { params: { acf: 'note is a required property of acf.' } } },
  })
  await other.close()
})

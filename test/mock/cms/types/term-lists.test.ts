import { afterAll, afterEach, expect, test } from 'vitest'
import { openProducts } from './open-products.ts'

const cms = await openProducts()
const { ask } = cms
afterEach(() => cms.reset())
afterAll(() => cms.close())

const create = async (base: string, body: object): Promise<number> =>
  Number((await ask('admin', 'POST', `/cms/v2/${base}`, body)).body['id'])
const list = async (query: string) => {
  const { body, headers, status } = await ask(null, 'GET', `/cms/v2/${query}`)
  const ids = Array.isArray(body) ? body.map(({ id }: { id: number }) => id) : []
  return { ids, status, total: headers['x-wp-total'], allow: headers['allow'] }
}

test('include makes exclude ineffective', async () => {
  const red = await create('product_tag', { name: 'Red' })
  const blue = await create('product_tag', { name: 'Blue' })
  expect(await list(`product_tag?exclude=${red}`)).toMatchObject({ ids: [blue] })
  expect(await list(`product_tag?include=${red}&exclude=${red}`)).toMatchObject({ ids: [red], total: '1' })
})

test('a flat taxonomy ignores parent', async () => {
  const red = await create('product_tag', { name: 'Red' })
  expect(await list('product_tag?parent=0')).toMatchObject({ ids: [red] })
  expect(await list('product_tag?parent=abc')).toMatchObject({ status: 200, ids: [red] })
})

test('hide_empty lists empty ancestors of used terms, but does not count them in the total', async () => {
  const bolts = await create('product_cat', { name: 'Bolts' })
  const small = await create('product_cat', { name: 'Small', parent: bolts })
  await create('product', { title: 'x', status: 'publish', product_cat: [small] })
  expect(await list('product_cat?hide_empty=true')).toMatchObject({ ids: [bolts, small], total: '1' })
  expect(await list('product_cat?hide_empty=true&parent=0')).toMatchObject({ ids: [bolts], total: '0' })
})

test('with a row, hide_empty has no effect', async () => {
  const bolts = await create('product_cat', { name: 'Bolts' })
  const row = await create('product', { title: 'x', product_cat: [bolts] })
  const { body, headers } = await ask('admin', 'GET', `/cms/v2/product_cat?post=${row}&hide_empty=true`)
  expect(body).toMatchObject([{ id: bolts, count: 0 }])
  expect(headers).toMatchObject({ 'x-wp-total': '1' })
})

test('a wrong row is refused without an Allow header', async () => {
  expect(await list('product_tag?post=abc')).toMatchObject({ status: 400, allow: undefined })
  expect(await list('product_tag?post=0')).toMatchObject({ status: 200, allow: 'GET' })
})

test('a search for 0 finds everything', async () => {
  const red = await create('product_tag', { name: 'Red' })
  expect(await list('product_tag?search=0')).toMatchObject({ ids: [red] })
})

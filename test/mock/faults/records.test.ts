import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isGtin } from '../../../src/contracts/gtin.ts'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { type Client, jsonOf, openClient } from './client.ts'

let client: Client
const product = `/product/${gtinAt(0)}/`

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

async function record(path = product): Promise<Record<string, unknown>> {
  return jsonOf(await client.partner(path))
}

test('a record has the GTIN of another product, or is in another language', async () => {
  const right = await record()
  await client.mock.faults([{ side: 'partner', kind: 'wrong-gtin' }])
  for (const index of [0, 1, 2]) {
    const { gtin } = await record(`/product/${gtinAt(index)}/`)
    expect(isGtin(String(gtin))).toBe(true)
    expect(gtin).not.toBe(gtinAt(index))
  }
  expect(await record()).toEqual({ ...right, gtin: gtinAt(1) })
  await client.mock.faults([{ side: 'partner', kind: 'wrong-language' }])
  expect(await record(`${product}?language=de-de`)).toHaveProperty('language', 'en-gb')
})

test('fields are emptied, retyped, or added', async () => {
  await client.mock.patchProduct(gtinAt(0), '*', {
    price: 12.5,
    weight: '0.750',
    width: null,
    intro: '',
    folded: true,
  })
  await client.mock.faults([
    { side: 'partner', kind: 'blank', fields: ['name', 'attributes'], count: 1 },
    {
      side: 'partner',
      kind: 'type-change',
      fields: ['price', 'weight', 'width', 'folded', 'intro', 'name', 'attributes'],
      count: 1,
    },
    { side: 'partner', kind: 'unknown-fields', count: 1 },
    { side: 'partner', kind: 'unknown-fields', fields: ['energy_label'] },
  ])
  expect(await record()).toMatchObject({ name: '', attributes: [], price: 12.5 })
  const retyped = await record()
  expect(retyped).toMatchObject({
    price: { value: 12.5 },
    weight: { value: '0.750' },
    width: [null],
    folded: [true],
    intro: 0,
    gtin: gtinAt(0),
  })
  expect(typeof retyped['name']).toBe('number')
  expect(retyped['attributes']).toHaveProperty('0.name')
  expect(await record()).toMatchObject({
    mock_unknown: 'value of mock_unknown',
    mock_nested: { of: ['mock_nested'] },
  })
  expect(await record()).toMatchObject({ energy_label: 'value of energy_label', price: 12.5 })
})

test('a rule for records does not count other requests', async () => {
  await client.mock.faults([{ side: 'partner', kind: 'blank', fields: ['name'], count: 1 }])
  const { image } = await record('/product/0000000000000/')
  expect(image).toBeUndefined()
  await client.mock.faults([{ side: 'partner', kind: 'blank', fields: ['name'], count: 1 }])
  expect((await client.partner('/language/')).status).toBe(200)
  expect(await record()).toHaveProperty('name', '')
  expect((await record())['name']).not.toBe('')
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WireProduct } from '../../../src/contracts/partner.ts'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'

let mock: MockServer
let gtin: string
beforeAll(async () => {
  mock = await startMock({ gtins: 1, languages: 'de-de' })
  gtin = (await mock.gtins())[0] ?? ''
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

async function readProduct(headers: Record<string, string> = {}) {
  const response = await fetch(`${mock.partnerUrl}/product/${gtin}/`, {
    headers: { authorization: `Token ${mock.token}`, ...headers },
  })
  const product = response.status === 200 ? ((await response.json()) as WireProduct) : undefined
  return { response, image: product?.image ?? '', datasheet: product?.datasheet ?? '' }
}

async function getFile(url: string) {
  const response = await fetch(url)
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text() }
}

test('links to files have no signature unless the settings require it', async () => {
  const { image } = await readProduct()
  expect(image).not.toContain('?')
  expect((await getFile(image)).status).toBe(200)
})

test('each response has new signatures, and each of them returns the file', async () => {
  await mock.setPartner({ signedFiles: 60 })
  const [one, other] = [await readProduct(), await readProduct()]
  expect(one.image).toMatch(
    /\?X-Amz-Algorithm=AWS4-HMAC-SHA256&.*X-Amz-Expires=60&.*X-Amz-Signature=[0-9a-f]{64}$/,
  )
  expect(one.image).not.toBe(other.image)
  expect(one.response.headers.get('etag')).not.toBe(other.response.headers.get('etag'))
  for (const url of [one.image, one.datasheet, other.image, other.datasheet])
    expect((await getFile(url)).status).toBe(200)
})

test('a link without a signature, with a wrong one or with an expired one gets a 403', async () => {
  await mock.setPartner({ signedFiles: 60 })
  const { image, datasheet } = await readProduct()
  const url = new URL(image)
  const unsigned = url.origin + url.pathname
  expect(await getFile(unsigned)).toMatchObject({ status: 403, type: 'application/xml' })
  const signature = url.searchParams.get('X-Amz-Signature') ?? ''
  const ofAnother = await getFile(`${new URL(datasheet).origin}${new URL(datasheet).pathname}${url.search}`)
  expect(ofAnother).toMatchObject({ status: 403 })
  expect(ofAnother.text).toContain(`<SignatureProvided>${signature}</SignatureProvided>`)
  const longer = await getFile(image.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))
  expect(longer).toMatchObject({ status: 403 })
  await mock.setPartner({ signedFiles: 0 })
  const expired = await getFile((await readProduct()).image)
  expect(expired).toMatchObject({ status: 403 })
  expect(expired.text).toContain('<Message>Request has expired</Message>')
})

test('setting the lifetime again makes earlier signatures invalid; a reset ends signing', async () => {
  await mock.setPartner({ signedFiles: 60 })
  const before = await readProduct()
  await mock.setPartner({ throttle: null })
  expect((await getFile(before.image)).status).toBe(200)
  await mock.setPartner({ signedFiles: 60 })
  expect((await getFile(before.image)).status).toBe(403)
  expect((await getFile((await readProduct()).image)).status).toBe(200)
  await mock.setPartner({ signedFiles: null })
  expect((await readProduct()).image).not.toContain('?')
})

test('links to other hosts are not signed', async () => {
  await mock.patchProduct(gtin, '*', { image: 'https://cdn.example/a.png', datasheet: '' })
  await mock.setPartner({ signedFiles: 60 })
  expect(await readProduct()).toMatchObject({ image: 'https://cdn.example/a.png', datasheet: '' })
})

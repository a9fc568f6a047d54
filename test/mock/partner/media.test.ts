import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WireProduct } from '../../../src/contracts/partner.ts'
import { startMock, type MockServer } from '../../helpers/world/mock-server.ts'

let mock: MockServer
let products: WireProduct[]

beforeAll(async () => {
  mock = await startMock({ gtins: 24, languages: 'de-de,pl-pl' })
  const headers = { authorization: `Token ${mock.token}` }
  const read = async (gtin: string) => {
    const response = await fetch(`${mock.partnerUrl}/product/${gtin}/?language=pl-pl`, { headers })
    return WireProduct.parse(await response.json())
  }
  products = await Promise.all((await mock.gtins()).map(read))
})
afterAll(() => mock.close())

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('images, banners and PDFs have the right content, and require no token', async () => {
  for (const { image, banner, datasheet, safety_datasheet, declaration_of_performance } of products.slice(
    0,
    8,
  )) {
    for (const url of [image, banner, datasheet, safety_datasheet, declaration_of_performance]) {
      if (!url) continue
      const response = await fetch(url)
      const bytes = Buffer.from(await response.arrayBuffer())
      const type = await fileTypeFromBuffer(bytes)
      expect(response.headers.get('content-type')).toBe(type?.mime)
      if (type?.mime.startsWith('image/')) {
        expect(imageSize(bytes).width).toBeGreaterThanOrEqual(800)
        expect((await sharp(bytes, { failOn: 'warning' }).stats()).isOpaque).toBe(true)
      } else expect(bytes.toString('latin1')).toMatch(/^%PDF-1\.[\s\S]*\/Count 1\b[\s\S]*%%EOF\s*$/)
    }
  }
})

test('equal files have equal bytes after the cache was dropped, different files differ', async () => {
  const urls = [
    ...new Set(products.flatMap(({ image, banner, datasheet }) => [image, banner, datasheet])),
  ].filter((url) => !!url)
  const first = await Promise.all(urls.map((url) => bytesOf(url ?? '')))
  await mock.reset()
  const second = await Promise.all(urls.map((url) => bytesOf(url ?? '')))
  first.forEach((bytes, i) => expect(bytes.equals(second[i] ?? Buffer.alloc(0))).toBe(true))
  expect(new Set(first.map((bytes) => bytes.toString('latin1'))).size).toBe(urls.length)
})

test('a current copy of a file gets a 304; a changed product has a changed data sheet at the same URL', async () => {
  const { gtin, datasheet } = products[0] ?? expect.unreachable()
  const before = await fetch(datasheet ?? '')
  const etag = before.headers.get('etag') ?? ''
  const fresh = await fetch(datasheet ?? '', { headers: { 'if-none-match': etag } })
  expect(fresh.status).toBe(304)
  await mock.patchProduct(gtin, 'pl-pl', { price: 1 })
  expect((await fetch(datasheet ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await mock.patchProduct(gtin, 'pl-pl', { attributes: [{ name: 'a', norm: '', value: 'b' }] })
  const changed = await fetch(datasheet ?? '', { headers: { 'if-none-match': etag } })
  expect(changed.status).toBe(200)
  await mock.reset()
})

test('a document stays as it is while its language is not listed', async () => {
  const { datasheet } = products[0] ?? expect.unreachable()
  const before = await bytesOf(datasheet ?? '')
  await mock.setLanguages(['de-de'])
  expect((await bytesOf(datasheet ?? '')).equals(before)).toBe(true)
  await mock.reset()
})

test('a missing file is a 404 page', async () => {
  const { gtin } = products[0] ?? expect.unreachable()
  for (const path of [
    '/media/',
    '/media/products/x.png',
    `/media/documents/other/${gtin}-pl-pl.pdf`,
    '/media/documents/datasheet/4006381333931-pl-pl.pdf',
  ]) {
    const response = await fetch(mock.origin + path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<h1>Not Found</h1>')
  }
  expect((await fetch(`${mock.origin}/media/products/x.png`, { method: 'POST', body: 'x' })).status).toBe(405)
})

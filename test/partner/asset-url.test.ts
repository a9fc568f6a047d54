import { expect, test } from 'vitest'
import { toAssetUrl, withFileKeys } from '../../src/partner/asset-url.ts'
import { toPartnerBase } from '../../src/partner/base.ts'
import { productOf } from '../helpers/content/records.ts'

const rules = {
  base: toPartnerBase('https://partner.example'),
  allowedHosts: [
    'cdn.example',
    '*.files.example',
    '10.0.0.7',
    '127.0.0.1',
    '[::1]',
    '[::ffff:a00:1]',
    '93.184.216.34',
  ],
  allowPrivate: false,
}

test.each([
  ['https://partner.example/a.jpg', 'https://partner.example/a.jpg'],
  ['/media/a.jpg', 'https://partner.example/media/a.jpg'],
  ['//cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ['http://CDN.example/a.jpg', 'http://cdn.example/a.jpg'],
  ['https://a.b.files.example/a.jpg', 'https://a.b.files.example/a.jpg'],
  ['http://93.184.216.34/a.jpg', 'http://93.184.216.34/a.jpg'],
])('%s is fetched', (text, href) => {
  const checked = toAssetUrl(text, rules)
  expect(checked.ok && checked.url.href).toBe(href)
})

test.each([
  ['https://evil.example/a.jpg', 'ASSET_HOSTS'],
  ['https://files.example/a.jpg', 'ASSET_HOSTS'],
  ['https://evilfiles.example/a.jpg', 'ASSET_HOSTS'],
  ['https://partner.example.evil.example/a.jpg', 'ASSET_HOSTS'],
  ['https://user:secret@partner.example/a.jpg', 'password'],
  ['file:///etc/passwd', 'file:'],
  ['ftp://partner.example/a.jpg', 'ftp:'],
  ['https://', 'is not a URL'],
  ['http://10.0.0.7/a.jpg', 'private'],
  ['http://127.0.0.1/a.jpg', 'private'],
  ['http://0x7f.1/a.jpg', 'private'],
  ['http://2130706433/a.jpg', 'private'],
  ['http://[::1]/a.jpg', 'private'],
  ['http://[::ffff:10.0.0.1]/a.jpg', 'private'],
])('%s is not fetched', (text, reason) => {
  expect(toAssetUrl(text, rules)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

test('private addresses of allowed hosts are fetched if that is allowed', () => {
  expect(toAssetUrl('http://10.0.0.7/a.jpg', { ...rules, allowPrivate: true }).ok).toBe(true)
  expect(toAssetUrl('http://10.0.0.8/a.jpg', { ...rules, allowPrivate: true }).ok).toBe(false)
})

test("the partner's own host may be private, at its own port", () => {
  const own = { ...rules, base: toPartnerBase('http://10.1.1.1:8000') }
  expect(toAssetUrl('http://10.1.1.1:8000/a.jpg', own).ok).toBe(true)
  expect(toAssetUrl('http://10.1.1.1:6379/', own)).toMatchObject({ ok: false })
})

test.each([
  ['/media/a.jpg', 'https://partner.example/media/a.jpg'],
  ['a b.jpg', 'https://partner.example/shop/api/partner/v1/a%20b.jpg'],
  ['../a.jpg', 'https://partner.example/shop/api/partner/a.jpg'],
  ['//cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ['?id=7', 'https://partner.example/shop/api/partner/v1/?id=7'],
  ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ['HTTPS://CDN.example/A.jpg', 'HTTPS://CDN.example/A.jpg'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['http://', 'http://'],
  ['', ''],
])('the file URL %j of a record is %j', (text, url) => {
  const base = toPartnerBase('https://partner.example/shop')
  const product = productOf({ image: text, datasheet: text, banner: text })
  expect(withFileKeys(product, base)).toEqual({
    product: { ...product, image: url, datasheet: url, banner: url },
    links: new Map(),
  })
})

test('a product has links without signatures, and each signed link is found by its unsigned form', () => {
  const base = toPartnerBase('https://partner.example/shop')
  const product = productOf({ image: '/m/a.png?v=2&sig=abc', datasheet: 'https://cdn.example/b.pdf' })
  const image = 'https://partner.example/m/a.png?v=2'
  expect(withFileKeys(product, base)).toEqual({
    product: { ...product, image },
    links: new Map([[image, `${image}&sig=abc`]]),
  })
})

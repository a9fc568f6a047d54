import type { Media } from '../../record/media.ts'
import { toProduct } from '../../reading/read-product.ts'
import type { Product } from '../../record/product.ts'
import type { PageLinks } from '../view.ts'

/** A product with all fields, so that rendering it runs every line of a template. */
export const fullProduct: Product = {
  gtin: '4006381333931',
  language: 'en',
  name: 'Sample tape 60 "wide" & <strong>',
  availability: 'limited',
  folded: true,
  erp_id: '1',
  item_number: '10-1',
  trade_unit: 'Roll',
  packaging_unit: 'Box',
  bundle_unit: 'Pallet',
  erp_description: 'Sample tape',
  erp_description_short: 'Tape',
  intro: 'First line\nsecond line\n\nsecond paragraph with 5\u00a0°C',
  application:
    '<h2>Roof</h2><p>Joints of <b>membranes</b><br>and <a href="https://partner.example/">more</a></p>',
  application_short: 'Roof',
  advantages: '<ul><li>Sticks<ul><li>on wood</li></ul></li><li>Lasts</li></ul>',
  substrate: 'Wood<table><tr><th>Substrate</th><th>Primer</th></tr><tr><td>Wood</td><td>no</td></tr></table>',
  limiting_factors: '<ol><li>Dry</li></ol>',
  datasheet: 'https://partner.example/datasheet.pdf',
  safety_datasheet: 'https://partner.example/safety.pdf',
  declaration_of_performance: 'https://partner.example/declaration.pdf',
  image: 'https://partner.example/image.jpg',
  banner: 'https://partner.example/banner.jpg',
  price: '1234.5',
  length: '25',
  width: '0.06',
  height: '1',
  area: '1.5',
  joint: '12',
  weight: '0.4',
  packaging_unit_quantity: '10',
  bundle_unit_quantity: '480',
  attributes: [
    { name: 'Fire class', norm: 'EN 13501-1', value: 'E' },
    { name: 'Colour', norm: '', value: 'blue' },
  ],
  materials: [{ name: 'Carrier', value: 'PE' }],
}

const identity = new Set(['gtin', 'language', 'name'])
const parsed = toProduct({ gtin: fullProduct.gtin, language: fullProduct.language, name: 'Bare' })

/** A product with only the required fields. */
export const bareProduct: Product = { ...fullProduct, ...(parsed.ok && parsed.product) }

const emptyFields = Object.entries(bareProduct).filter(([field]) => !identity.has(field))

/** Products that lack one field, and products that have only one. */
export const sampleProducts: readonly Product[] = emptyFields.flatMap(([field, empty]) => [
  { ...fullProduct, [field]: empty },
  { ...bareProduct, [field]: Object(fullProduct)[field] },
])

export const samplePages: PageLinks = {
  languages: [{ language: 'de-at', url: 'https://cms.example/de-at/tape/' }],
}

/** All kinds of links. */
export const sampleLinks: PageLinks = {
  ...samplePages,
  sizes: {
    links: [{ url: 'https://cms.example/en/tape-80/', label: '80 "wide" & <b>' }],
    group: { '@type': 'ProductGroup', productGroupID: '1' },
  },
}

export function sampleMedia(url: string): Media {
  const isPdf = url.endsWith('.pdf')
  const file = `https://cms.example/${isPdf ? 'file.pdf' : 'image.jpg'}`
  const media = {
    id: 7,
    sha256: '0'.repeat(64),
    url: file,
    mime: isPdf ? 'application/pdf' : 'image/jpeg',
    bytes: 1_234_567,
  }
  return isPdf ? media : { ...media, large: { url: `${file}-large`, width: 1024, height: 683 } }
}

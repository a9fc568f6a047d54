import { describe, expect, test } from 'vitest'
import { redress } from '../../../src/core/markup/dress.ts'
import { mergeInner } from '../../../src/core/merge/merge-units.ts'
import {
  image,
  joinBlocks,
  languageList,
  linkList,
  paragraph,
  textTable,
} from '../../../src/core/markup/blocks.ts'

const page = (site: string, price = '12.30', file = 'a1'): string =>
  joinBlocks([
    paragraph('Tape for roofs.'),
    image({
      id: 41,
      url: `${site}/wp-content/uploads/2026/11/tape-1024x683.jpg`,
      alt: 'Tape',
      size: 'large',
    }),
    textTable([['Price', price]]),
    linkList([{ url: `${site}/wp-content/uploads/2026/11/${file}.pdf`, title: 'Data sheet', note: '' }]),
    languageList([
      { url: `${site}/products/en/gtin-4006381333931-en/`, title: 'English', language: 'en' },
      { url: 'https://maker.example/about', title: 'Maker', language: 'en' },
    ]),
  ])
const old = 'http://staging.example'
const base = page(old)

describe.each([
  ['https', page('https://staging.example')],
  ['another host', page('https://www.example')],
  ['another folder of the host', page('https://www.example/shop')],
  ['another upload folder', base.replaceAll('/wp-content/uploads/', '/files/')],
  ['another image size', base.replaceAll('-1024x683', '-1200x800')],
  ['addresses without a host', base.replaceAll(old, '')],
])('a site that moved to %s', (_, current) => {
  test('is not edited, and its addresses stay', () => {
    const merged = mergeInner({ base, current, wanted: base }, 'keep')
    expect(merged).toMatchObject({ kept: false, conflicts: [], inner: current })
  })

  test('takes a new price and a new file without a conflict', () => {
    const merged = mergeInner({ base, current, wanted: page(old, '13.10', 'b2') }, 'keep')
    expect(merged).toMatchObject({ kept: false, conflicts: [] })
    expect(merged.inner).toContain('13.10')
    expect(merged.inner).toContain('/2026/11/b2.pdf')
  })
})

test('PR-16: addresses of the new site are written over the old ones without a conflict', () => {
  const wanted = page('https://www.example')
  expect(mergeInner({ base, current: base, wanted }, 'keep')).toMatchObject({
    inner: wanted,
    kept: false,
    conflicts: [],
  })
})

test.each([
  ['another file', 'a1.pdf', 'other.pdf'],
  ['another page of the partner', 'https://maker.example/about', 'https://other.example/about'],
  ['another image', /11\/tape(.*)wp-image-41/, '11/roll$1wp-image-42'],
])('%s is an edit', (_, text, instead) => {
  const merged = mergeInner({ base, current: base.replace(text, instead), wanted: base }, 'keep')
  expect(merged).toMatchObject({ kept: true, conflicts: [] })
})

test.each([
  ['language page', '/products/en/', '/products/english/'],
  ['root page', '/products/en/', '/goods/en/'],
])('overwritten text takes no link from before the %s was renamed', (_, before, after) => {
  const renamed = base.replace(before, after)
  const current = base.replace('English', 'In English')
  const wanted = renamed.replace('English', 'British English')
  expect(mergeInner({ base: renamed, current, wanted }, 'overwrite').inner).toBe(wanted)
  expect(redress({ base: renamed, current: base, wanted: renamed })).toBe(renamed)
})

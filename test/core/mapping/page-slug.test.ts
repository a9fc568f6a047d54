import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  identifiesRecords,
  mostInSlug,
  renderSlug,
  slugFields,
  type SlugTemplate,
} from '../../../src/core/mapping/page-slug.ts'
import { fullProduct } from '../../../src/core/render/template/sample.ts'

const gtin = '4026639012340'
const product = { ...fullProduct, gtin, language: 'de-de', name: 'Dichtband Größe 5', item_number: 'AB 12/3' }
const [name, ofGtin, itemNumber, language] = (['name', 'gtin', 'item_number', 'language'] as const).map(
  (field) => ({ field }),
) as [{ field: 'name' }, { field: 'gtin' }, { field: 'item_number' }, { field: 'language' }]
const nameAndGtin: SlugTemplate = [name, '-', ofGtin]
const itemAndLanguage: SlugTemplate = [language, '-', itemNumber]

test.each<[string, SlugTemplate, Partial<typeof product>, string | undefined]>([
  ['the name and the GTIN', nameAndGtin, {}, `dichtband-groesse-5-${gtin}-de-de`],
  ['umlauts of another language', nameAndGtin, { language: 'fr' }, `dichtband-grosse-5-${gtin}-fr`],
  ['the language where the map has it', [language, '-', ofGtin], {}, `de-de-${gtin}`],
  ['the item number', itemAndLanguage, {}, 'de-de-ab-12-3'],
  ['a fixed text', ['p-', ofGtin], {}, `p-${gtin}-de-de`],
  ['a fixed text at the end', [ofGtin, '-p-'], {}, `${gtin}-p-de-de`],
  [
    'no item number, if the GTIN identifies it',
    [itemNumber, '-', ofGtin],
    { item_number: '' },
    `${gtin}-de-de`,
  ],
  ['no item number, if nothing else identifies it', itemAndLanguage, { item_number: '' }, undefined],
  [
    'an Arabic item number, if nothing else identifies it',
    itemAndLanguage,
    { item_number: 'رقم' },
    undefined,
  ],
  ['a name in Arabic', nameAndGtin, { name: 'شريط', language: 'ar' }, `${gtin}-ar`],
  ['the Latin words of a name', nameAndGtin, { name: 'TESCON 製品 № 1' }, `tescon-no-1-${gtin}-de-de`],
  ['an item number that is too long', itemAndLanguage, { item_number: 'x'.repeat(200) }, undefined],
])('a slug contains %s', (_what, template, values, slug) => {
  expect(renderSlug(template, { ...product, ...values })).toBe(slug)
})

describe('a long name', () => {
  const end = `-${gtin}-de-de`
  const room = mostInSlug - end.length

  test.each([
    ['is cut after a word', 'band '.repeat(60), `${'band-'.repeat(32)}band`],
    ['stays, if it just fits', 'x'.repeat(room), 'x'.repeat(room)],
    ['is cut after a word that just fits', `${'x'.repeat(room)} y`, 'x'.repeat(room)],
  ])('%s', (_what, long, shown) => {
    expect(renderSlug(nameAndGtin, { ...product, name: long })).toBe(shown + end)
  })

  test('is omitted, if its first word does not fit', () => {
    expect(renderSlug(nameAndGtin, { ...product, name: 'x'.repeat(room + 1) })).toBe(end.slice(1))
  })

  test('is omitted, if the item number leaves no room', () => {
    const item = 'x'.repeat(mostInSlug - end.length - 1)
    const slug = renderSlug([name, '-', itemNumber, '-', ofGtin], { ...product, item_number: item })
    expect(slug).toBe(item + end)
  })
})

test.each<[boolean, SlugTemplate]>([
  [true, nameAndGtin],
  [true, itemAndLanguage],
  [false, [name, '-', language]],
  [false, [name, '-', itemNumber]],
  [false, ['product']],
])('a template identifies records: %s', (identifies, template) => {
  expect(identifiesRecords(template)).toBe(identifies)
})

const anyTemplate = fc
  .shuffledSubarray([...slugFields], { minLength: 1 })
  .map((fields): SlugTemplate =>
    fields.flatMap((field, index) => (index === 0 ? [{ field }] : ['-', { field }])),
  )
  .filter(identifiesRecords)
const anyProduct = fc
  .record({
    gtin: fc.stringMatching(/^\d{13}$/),
    language: fc.constantFrom('de', 'de-de', 'en-gb', 'es-419', 'zh-hant-tw', 'ar'),
    name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.lorem({ maxCount: 60 })),
    item_number: fc.oneof(
      fc.constant(''),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[A-Z\d]{1,20}$/),
    ),
  })
  .map((values) => ({ ...fullProduct, ...values }))

test('a slug has a form that WordPress keeps, numbers and moves to the trash without cutting it', () => {
  fc.assert(
    fc.property(anyTemplate, anyProduct, (template, one) => {
      const slug = renderSlug(template, one)
      if (slug === undefined) return
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(slug).not.toMatch(/^\d+$/)
      expect(`${slug}-10__trashed`.length).toBeLessThanOrEqual(200)
    }),
  )
})

test('a slug contains everything that identifies its product, whatever the name', () => {
  fc.assert(
    fc.property(anyTemplate, anyProduct, fc.string(), (template, one, other) => {
      const slug = renderSlug(template, { ...one, name: other })
      expect(slug === undefined).toBe(renderSlug(template, one) === undefined)
      if (slug === undefined) return
      expect(slug).toContain(one.language)
      const hasGtin = template.some((part) => typeof part !== 'string' && part.field === 'gtin')
      if (hasGtin) expect(slug).toContain(one.gtin)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { latinName } from '../../../src/core/text/latin-name.ts'
import { mediaNames } from '../../../src/core/media/media-names.ts'
import { rankAssets } from '../../../src/core/record/assets.ts'
import type { Asset, AssetField } from '../../../src/core/record/media.ts'
import { labelsFor } from '../../../src/core/render/locale/labels.ts'
import { cleanFileName } from '../../../src/mock/cms/media/file-name.ts'
import { anyText } from '../../helpers/content/arbitraries.ts'

const { labels } = await readTemplates()
const labelsOf = (language: string) => labelsFor(language, labels)
const sha256 = `1a2b3c4d${'0'.repeat(56)}`

function namesOf(name: string, language: string, field: AssetField = 'datasheet') {
  const kind = field === 'image' ? 'image' : 'pdf'
  const asset: Asset = {
    url: 'https://partner.example/x',
    kind,
    of: `4006381333931/${language}`,
    name,
    field,
  }
  return mediaNames(asset, { sha256, extension: kind === 'pdf' ? 'pdf' : 'jpg' }, labelsOf)
}

describe('a file in the media library', () => {
  test.each([
    ['Dachband 60 mm', 'de-de', 'dachband-60-mm-produktdatenblatt-de-1a2b3c4d.pdf', 'Produktdatenblatt'],
    ['Größe Ü', 'de-at', 'groesse-ue-produktdatenblatt-de-at-1a2b3c4d.pdf', 'Produktdatenblatt'],
    ['Tätning Åsa', 'sv', 'tatning-asa-produktdatablad-sv-1a2b3c4d.pdf', 'Produktdatablad'],
    ['Лента', 'bg-bg', 'lenta-tehnicheski-list-na-produkta-bg-1a2b3c4d.pdf', 'Технически лист на продукта'],
    ['شريط 60', 'ar', '4006381333931-product-data-sheet-ar-1a2b3c4d.pdf', 'نشرة بيانات المنتج'],
  ])('is named after %s in %s', (name, language, filename, kind) => {
    expect(namesOf(name, language)).toEqual({ filename, title: `${name} – ${kind} (${language})` })
  })

  test('has a name that distinguishes the documents of a product', () => {
    const fields = ['datasheet', 'safety_datasheet', 'declaration_of_performance'] as const
    const all = fields.map((field) => namesOf('Tape', 'en-gb', field))
    expect(all.map(({ title }) => title)).toEqual([
      'Tape – Product data sheet (en-gb)',
      'Tape – Safety data sheet (en-gb)',
      'Tape – Declaration of performance (en-gb)',
    ])
    expect(new Set(all.map(({ filename }) => filename)).size).toBe(3)
  })

  test('that is an image has the product’s name, also as alternative text', () => {
    expect(namesOf('Dachband  „60“ & <b>', 'de-de', 'image')).toEqual({
      filename: 'dachband-60-b-de-1a2b3c4d.jpg',
      title: 'Dachband „60“ &amp; &lt;b&gt; (de-de)',
      alt: 'Dachband „60“ & <b>',
    })
  })

  test('is named after the GTIN if the product has no name', () => {
    expect(namesOf(' ', 'de-de', 'image')).toEqual({
      filename: '4006381333931-de-1a2b3c4d.jpg',
      title: '4006381333931 (de-de)',
    })
  })

  test.each([
    ['https://partner.example/f/tape_60-mm.pdf?x=1', 'tape-60-mm-1a2b3c4d.pdf', 'tape 60 mm'],
    ['https://partner.example/', 'pdf-1a2b3c4d.pdf', 'pdf'],
    ['files/x.pdf', 'pdf-1a2b3c4d.pdf', 'pdf'],
  ])('of an older plan is named after its URL %s', (url, filename, title) => {
    expect(mediaNames({ url, kind: 'pdf' }, { sha256, extension: 'pdf' }, labelsOf)).toEqual({
      filename,
      title,
    })
  })

  test('has a bounded name that the engine keeps, whatever the product is called', () => {
    const anyName = fc.oneof(
      anyText,
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.lorem({ maxCount: 60 }),
    )
    const language = fc.constantFrom('de-de', 'en', 'ar', 'el-gr', 'zh-hant-tw', 'bg')
    const field = fc.constantFrom<AssetField>('image', 'datasheet', 'safety_datasheet')
    fc.assert(
      fc.property(anyName, language, field, (name, code, which) => {
        const { filename, title, alt = '' } = namesOf(name, code, which)
        expect(filename).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*-1a2b3c4d\.(?:pdf|jpg)$/)
        expect(filename.length).toBeLessThanOrEqual(104)
        expect(cleanFileName(filename)).toBe(filename)
        expect(title).not.toMatch(/[<>\n]/)
        expect(Array.from(alt).length).toBeLessThanOrEqual(250)
        expect(namesOf(name, code, which)).toEqual({ filename, title, ...(alt !== '' && { alt }) })
      }),
    )
  })

  test('has another name than other bytes of the same product', () => {
    const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
    const asset: Asset = { url: 'https://x.example', kind: 'pdf', of: '1/de', name: 'A', field: 'datasheet' }
    fc.assert(
      fc.property(hash, hash, (a, b) => {
        const [one, other] = [a, b].map((each) =>
          mediaNames(asset, { sha256: each, extension: 'pdf' }, labelsOf),
        )
        expect(one?.filename === other?.filename).toBe(a.slice(0, 8) === b.slice(0, 8))
      }),
    )
  })
})

test.each([
  ['ÆØÅ Łódź', 'da', 'aeoa-lodz'],
  ['Ταινία Ω', 'el', 'tainia-o'],
  ['5 m² ½', 'en', '5-m2-1-2'],
  ['İstanbul', 'tr', 'istanbul'],
  ['テープ', 'ja', undefined],
  ['®', 'en', undefined],
])('%s in %s is written %s in a file name', (text, language, latin) => {
  expect(latinName(text, language)).toBe(latin)
})

test.each([
  ['all', '2/en-gb'],
  [['de-de', 'en-gb'], '1/de-de'],
  [['de', 'en-gb'], '1/de-at'],
  [[], '2/en-gb'],
  [['fr'], '9/ar'],
] as const)(
  'a shared file is named by the default language of %j, else by the alphabet',
  (languages, first) => {
    const records = ['1/de-de', '1/de-at', '9/ar', '2/en-gb', '3/en-gb']
    const assets = records.map((of): Asset => ({ url: 'x', kind: 'image', of, name: of, field: 'image' }))
    const unnamed: Asset = { url: 'x', kind: 'image' }
    const ranked = rankAssets([unnamed, ...assets], languages).sort((a, b) => (a.rank < b.rank ? -1 : 1))
    expect(ranked[0]?.asset.of).toBe(first)
    expect(ranked.at(-1)?.asset).toBe(unnamed)
  },
)

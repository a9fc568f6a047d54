import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../../config/templates.ts'
import { createFormat } from '../../../../src/core/render/locale/format.ts'
import { explainLabelGaps, labelKeys, labelsFor } from '../../../../src/core/render/locale/labels.ts'

const { labels } = await readTemplates()

describe('labels', () => {
  it.each([
    ['de-at', 'Vorteile'],
    ['de', 'Vorteile'],
    ['fr-ch', 'Avantages'],
    ['FR', 'Avantages'],
    ['no-no', 'Fordeler'],
    ['nn', 'Fordeler'],
    ['ja-jp', 'Advantages'],
    ['constructor', 'Advantages'],
  ])('of %s are in the nearest language that is there', (language, word) => {
    expect(labelsFor(language, labels).advantages).toBe(word)
  })

  it('of a region go before those of its language', () => {
    const austrian = { ...labelsFor('de', labels), advantages: 'Vurteile' }
    expect(labelsFor('de-at', { ...labels, 'de-at': austrian }).advantages).toBe('Vurteile')
  })

  it('fall back one by one', () => {
    const sets = { ...labels, 'de-at': { advantages: 'Vurteile' }, de: { joint: 'Fuge' } }
    const { advantages, joint, width } = labelsFor('de-at', sets)
    expect([advantages, joint, width]).toEqual(['Vurteile', 'Fuge', 'Width'])
  })

  it('fail with an error without English', () => {
    expect(() => labelsFor('ja', {})).toThrow(
      /no label products, .* and \d+ more for ja and none in English .* labels\/en\.json/,
    )
    const { joint: _, ...others } = labelsFor('en', labels)
    expect(() => labelsFor('ja', { en: others })).toThrow('no label joint for ja')
  })

  it('are complete in 24 languages, none of them English by oversight', () => {
    expect(Object.keys(labels).join(' ')).toBe(
      'ar bg cs da de el en es et fi fr hr hu it lt lv nb nl pl pt ro sk sl sv',
    )
    for (const [language, set] of Object.entries(labels)) {
      expect([language, Object.keys(set)]).toEqual([language, [...labelKeys]])
      const english = labelKeys.filter((key) => set[key] === labels['en']?.[key])
      // A trade term that is written alike, and words that German, Dutch and Danish share with English.
      if (language !== 'en') expect([language, english.length <= 3]).toEqual([language, true])
    }
  })

  it('that a language lacks are reported, with the file to add', () => {
    const sets = { ...labels, da: { advantages: 'Fordele' }, 'pt-br': { joint: 'Junta' } }
    expect(explainLabelGaps(['de-at', 'no-no', 'pt-br'], sets)).toEqual([])
    expect(explainLabelGaps(['ja-jp', 'da'], sets)).toEqual([
      'ja-jp has no labels: English is shown instead. Add labels/ja.json to TEMPLATE_DIR',
      expect.stringMatching(
        /^da has no label products, products_in_language, first_products and \d+ more: English is shown instead/,
      ),
    ])
  })
})

describe('numbers', () => {
  it('are written in English for a language that no data is there for, wherever this runs', () => {
    for (const language of ['xx-yy', 'not a language!']) {
      expect(createFormat(language).number('1234.5')).toBe('1,234.5')
    }
  })

  it('keep all of their digits', () => {
    expect(createFormat('en').number('123456789012345678.25')).toBe('123,456,789,012,345,678.25')
  })

  it.each(['about 5', '', '1,5', '5 m'])(
    'are formatted only if they can be read as one: %j stays as it is',
    (text) => {
      expect(createFormat('de').number(text)).toBe(text)
      expect(createFormat('de').euro(text)).toBe(text)
    },
  )

  it('have their unit as the language writes it', () => {
    const shown = (language: string) => {
      const format = createFormat(language)
      return [format.measure('1234.5', 'm²'), format.measure('0.06', 'mm'), format.measure('2', 'kg')].join(
        '; ',
      )
    }
    expect(shown('de').replaceAll(/\s/g, ' ')).toBe('1.234,5 m²; 0,06 mm; 2 kg')
    expect(shown('el').replaceAll(/\s/g, ' ')).toBe('1.234,5 μ²; 0,06 χλστ.; 2 κιλά')
    expect(shown('ar').replaceAll(/\s/g, ' ')).toContain('متر²')
  })

  it('of bytes are rounded for readers', () => {
    const format = createFormat('fr-fr')
    expect(
      [1, 1_499, 999_400, 1_250_000, 40_000_000].map((bytes) =>
        format.fileSize(bytes).replaceAll(/\s/g, ' '),
      ),
    ).toEqual(['1 ko', '1 ko', '999 ko', '1,3 Mo', '40 Mo'])
  })
})

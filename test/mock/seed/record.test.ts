import { expect, test } from 'vitest'
import { numberFields, WireProduct } from '../../../src/contracts/partner.ts'
import { factsAt } from '../../../src/mock/seed/facts.ts'
import { phrasesOf } from '../../../src/mock/seed/phrases.ts'
import { recordOf } from '../../../src/mock/seed/record.ts'

const origin = 'http://partner.test'
const records = (seed: number, language: string, count: number) => {
  const phrases = phrasesOf(language)
  return Array.from({ length: count }, (_, index) =>
    recordOf(factsAt(seed, index), language, phrases, origin),
  )
}
const german = records(1, 'de-de', 600)

test('equal seeds give equal bytes, different seeds do not', () => {
  expect(JSON.stringify(records(1, 'de-de', 600))).toBe(JSON.stringify(german))
  expect(JSON.stringify(records(2, 'de-de', 600))).not.toBe(JSON.stringify(german))
})

test('every record is parsed by the contract without any loss', () => {
  for (const record of german) {
    const wire: unknown = JSON.parse(JSON.stringify(record))
    expect(WireProduct.strict().parse(wire)).toEqual(wire)
  }
})

test('numbers occur as number, numeric string, empty string, null and absent', () => {
  const forms = new Set(
    german.flatMap((record) =>
      numberFields.map((field) => {
        const value = record[field]
        if (value === undefined) return 'absent'
        if (typeof value === 'string')
          return value === '' ? 'empty' : /^\d+\.\d{2,3}$/.test(value) ? 'decimal' : value
        return value === null ? 'null' : 'number'
      }),
    ),
  )
  expect(forms).toEqual(new Set(['absent', 'empty', 'decimal', 'null', 'number']))
})

test('folded, safety sheets, banners and materials exist for some products only', () => {
  expect(new Set(german.map(({ folded }) => folded))).toEqual(new Set([true, false, null, undefined, '']))
  for (const field of ['safety_datasheet', 'declaration_of_performance', 'banner'] as const) {
    expect(new Set(german.map((record) => record[field] === ''))).toEqual(new Set([true, false]))
  }
  expect(german.some(({ materials }) => materials === undefined)).toBe(true)
  expect(german.some(({ materials }) => materials?.length === 0)).toBe(true)
})

test('several products share an erp_id and their image', () => {
  const byErpId = Map.groupBy(german, ({ erp_id }) => erp_id)
  const shared = [...byErpId.values()].filter((group) => group.length > 1)
  expect(shared.length).toBeGreaterThan(50)
  for (const group of shared) expect(new Set(group.map(({ image }) => image)).size).toBe(1)
})

test('markup contains nested lists, tables, links and escaped characters; plain text contains the characters', () => {
  const markup = german
    .map((record) => `${record.application}${record.advantages}${record.limiting_factors}`)
    .join('')
  for (const part of [
    '<li>Holz',
    '<ol>',
    '<ul><li>',
    '<table>',
    '<a href="https://',
    '<strong>',
    '&amp;',
    '&lt;',
    '&nbsp;',
  ]) {
    expect(markup).toContain(part)
  }
  const plain = german.map((record) => `${record.name}${record.intro}${record.application_short}`).join('')
  for (const part of ['ä', 'ß', '"', '&', '<', '\u00a0', '„']) expect(plain).toContain(part)
})

test('each language has its own vocabulary for the same data; one without uses English under its own code', () => {
  const [first] = german
  const names = new Set(
    ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl', 'nl-nl', 'cs-cz', 'pt-pt', 'sv-se'].map(
      (language) => records(1, language, 1)[0]?.name,
    ),
  )
  expect(names.size).toBe(10)
  const [english] = records(1, 'en-gb', 1)
  const [finnish] = records(1, 'fi-fi', 1)
  expect(finnish?.name).toBe(english?.name)
  expect(finnish?.language).toBe('fi-fi')
  expect(english).toMatchObject({ gtin: first?.gtin, price: first?.price, image: first?.image })
})

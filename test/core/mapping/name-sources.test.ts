import { expect, test } from 'vitest'
import { idsBySource, namesByField, type NameSource } from '../../../src/core/mapping/name-sources.ts'
import type { FieldText } from '../../../src/core/record/field-names.ts'
import { rowOf } from '../../helpers/sync/mapped-site.ts'

const map = {
  rows: [rowOf('acf.sheet', 'datasheet', { as: 'media' }), rowOf('meta.stock', 'price', { as: 'integer' })],
}
const texts: FieldText[] = [
  ['title', '1'],
  ['featuredMedia', '44'],
  ['featuredMedia', '0'],
  ['acf.sheet', '501'],
  ['acf.other', '7'],
  ['meta.stock', '12'],
  ['terms.cat', '12, 15'],
  ['terms.cat', '15, 16'],
  ['terms.tag', ''],
]

test('ids belong to the media library or to a taxonomy, and a number to neither', () => {
  expect([...idsBySource(texts, map)]).toEqual([
    ['media', new Set([44, 501])],
    ['terms.cat', new Set([12, 15, 16])],
  ])
})

test('without a map, files in mapped fields are not known', () => {
  expect(idsBySource(texts, undefined).get('media')).toEqual(new Set([44]))
})

test('each field has the names of its source', () => {
  const files = new Map([[44, 'a.jpg']])
  const terms = new Map([[12, 'Tapes']])
  const known = new Map<NameSource, ReadonlyMap<number, string>>([
    ['media', files],
    ['terms.cat', terms],
    ['terms.tag', new Map()],
  ])
  expect([...namesByField(texts, map, known)]).toEqual([
    ['featuredMedia', files],
    ['acf.sheet', files],
    ['terms.cat', terms],
  ])
})

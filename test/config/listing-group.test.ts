import { expect, test } from 'vitest'
import { readListingGroup } from '../../config/listing-group.ts'
import { readConfig } from '../../config/daemon.ts'
import { least } from './environment.ts'

const row = {
  target: 'terms.product_tag',
  source: { kind: 'field', field: 'trade_unit' },
  as: 'list',
  owner: 'shared',
  words: {},
} as const
const languages = ['de', 'en']

test('listings are grouped by a column of the catalogue or by terms of the map', () => {
  expect(readListingGroup(undefined, { map: undefined, languages })).toEqual({ faults: [] })
  expect(readListingGroup('catalog.Product group', { map: undefined, languages: 'all' })).toEqual({
    group: { kind: 'column', column: 'Product group' },
    faults: [],
  })
  expect(readListingGroup('terms.product_tag', { map: { rows: [row] }, languages })).toEqual({
    group: { kind: 'terms', row },
    faults: [],
  })
})

test('terms that the map does not fill are an error that names those it fills', () => {
  const faultsOf = (rows: (typeof row)[]) =>
    readListingGroup('terms.cat', { map: { rows }, languages }).faults
  expect(faultsOf([row])).toEqual([
    'LISTING_GROUP_BY is terms.cat, but MAP fills only terms.product_tag. Add it to MAP, or name a column: catalog.<column>.',
  ])
  expect(faultsOf([])[0]).toContain('but no MAP fills terms.')
})

test('a column for each language needs a list of languages', () => {
  const of = (codes: 'all' | string[]) =>
    readListingGroup('catalog.group {language}', { map: undefined, languages: codes }).faults
  expect(of(['de'])).toEqual([])
  expect(of('all')).toEqual([
    'LISTING_GROUP_BY is catalog.group {language}, and LANGUAGES is all, so the columns are unknown. List the languages in LANGUAGES.',
  ])
})

test.each(['category', 'catalog.', 'meta.category'])('LISTING_GROUP_BY=%s stops the start', (value) => {
  expect(() => readConfig({ ...least, LISTING_GROUP_BY: value })).toThrow(/LISTING_GROUP_BY/)
})

test('the group is part of the policy', () => {
  const { policy } = readConfig({ ...least, LISTING_GROUP_BY: 'catalog.group' })
  expect(policy.listingGroup).toEqual({ kind: 'column', column: 'group' })
})

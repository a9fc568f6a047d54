import { expect, test } from 'vitest'
import {
  assumedSlug,
  identifyPage,
  movedRecordOf,
  otherPageReason,
} from '../../../src/core/page/identify-page.ts'
import { identityTokens, slugOf } from '../../../src/core/record/record.ts'
import { pageOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const key = { gtin: '04012345678901', language: 'de-de' } as const
const other = { ...key, language: 'fr-fr' } as const
const slug = slugOf(key)
const block = (of: { gtin: string; language: string }) => {
  const className = identityTokens(of).join(' ')
  return `<!-- wp:group {"className":"${className}"} -->\n<div class="wp-block-group ${className}"></div>\n<!-- /wp:group -->`
}

test.each([
  ['a renamed page with the block', 'renamed', block(key), 'block'],
  ['a page with two blocks of the record', 'renamed', block(key) + block(key), 'block'],
  ['the slug without a block', slug, '', 'slug'],
  ['a numbered slug', `${slug}-2`, '', 'slug'],
  ['a slug in the trash', `${slug}__trashed`, '', 'slug'],
  ['a numbered slug in the trash', `${slug}-3__trashed`, '', 'slug'],
  ['a page of another language', slugOf(other), block(other), 'neither'],
  ['a slug that only begins the same', `${slug}-notes`, '<p>Legal notice</p>', 'neither'],
])('%s is identified by %s', (_, name, content, identity) => {
  expect(identifyPage(readPage(key, { slug: name, content }), undefined)).toBe(identity)
})

test.each([
  ['the slug it was created with', 'band-4012345678901', 'slug'],
  ['that slug in the trash', 'band-4012345678901__trashed', 'slug'],
  ['that slug with a number', 'band-4012345678901-2', 'slug'],
  ['the default slug', slug, 'neither'],
])('a page without a block is identified by the slug of a map: %s', (_, name, identity) => {
  const page = readPage(key, { slug: name, content: '' })
  expect(identifyPage(page, { slug: 'band-4012345678901' })).toBe(identity)
})

test.each([
  ['its slug', 'band', 'band'],
  ['its numbered slug', 'band-2', 'band'],
  ['the default slug', slug, slug],
  ['a slug in the trash', `${slug}__trashed`, slug],
  ['the slug of an earlier name, if a map names slugs', 'rolle', 'rolle'],
  ['the slug of an earlier name in the trash', 'rolle__trashed', 'rolle'],
])('a page without a snapshot was created with %s', (_, current, assumed) => {
  expect(assumedSlug({ slug: current }, ['band', slug], true)).toBe(assumed)
})

test('an editor chose any other slug of a page without a snapshot, unless a map names slugs', () => {
  expect(assumedSlug({ slug: 'renamed' }, [slug], false)).toBe(slug)
})

test('the page that has the stored ID is named with its URL and the slug that would identify it', () => {
  const link = 'https://shop.example/imprint/'
  expect(otherPageReason({ id: 7, slug: 'imprint', link }, slug)).toEqual({
    code: 'other-page',
    pageId: 7,
    link,
    slug: 'imprint',
    wanted: slug,
  })
})

const sound = { gtin: '4006381333931', language: 'de-de' } as const

test('a damaged block suffices for a page that no lookup finds, because a map names slugs', () => {
  const page = { ...pageOf(), slug: 'renamed' }
  expect(movedRecordOf({ ...page, content: block(sound) + block(sound) }, true)).toEqual(sound)
  expect(movedRecordOf({ ...page, content: '<p>Legal notice</p>' }, true)).toBeUndefined()
  const quoted = '<p>product-mirror gtin-4006381333931 lang-de-de</p>'
  expect(movedRecordOf({ ...page, content: quoted }, true)).toBeUndefined()
})

test.each([
  ['a sound block under another slug', 'renamed', block(sound), sound],
  ['the slug itself', slugOf(sound), block(sound), undefined],
  ['the slug in the trash', `${slugOf(sound)}__trashed`, block(sound), undefined],
  ['two blocks of the record', 'renamed', block(sound) + block(sound), undefined],
  ['no block', 'renamed', '<p>Legal notice</p>', undefined],
])('a page with %s belongs to a record that a lookup by slug misses, or not', (_, name, content, record) => {
  expect(movedRecordOf({ ...pageOf(), slug: name, content })).toEqual(record)
})

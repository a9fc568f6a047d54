import { expect, test } from 'vitest'
import { toMap } from '../../../config/map/read-map.ts'

const sources = 'gtin, language, name, availability, folded, .*, attributes, materials'
const targets = 'Allowed: title, excerpt, menu_order, meta.<key>, acf.<field>, terms.<taxonomy>.'
const keys = 'Allowed: from, text, as, owner, words.'

/** One mistake each, and its message after `MAP: <file>: `. */
const mistakes: readonly [what: string, fields: unknown, message: string | RegExp][] = [
  [
    'an unknown source',
    { 'meta.x': { from: 'prise' } },
    'fields.meta.x.from is "prise". Did you mean price?',
  ],
  [
    'a source that resembles none',
    { 'meta.x': { from: 'colour' } },
    new RegExp(`^fields\\.meta\\.x\\.from is "colour"\\. Allowed: ${sources}\\.$`),
  ],
  [
    'a column without a name',
    { 'meta.x': { from: 'catalog.' } },
    'fields.meta.x.from is "catalog.". Name a column of the catalogue, such as catalog.category.',
  ],
  [
    'a column as a file',
    { 'meta.x': { from: 'catalog.image', as: 'media' } },
    'fields.meta.x has a column of the catalogue as media. Set from to a file: datasheet, safety_datasheet, declaration_of_performance, image, banner.',
  ],
  [
    'an unknown group',
    { 'mata.price': { from: 'price' } },
    'fields.mata.price is not a field that a map can fill. Did you mean meta.price?',
  ],
  [
    'a misspelt field',
    { titel: { from: 'name' } },
    'fields.titel is not a field that a map can fill. Did you mean title?',
  ],
  [
    'a field without its group',
    { price: { from: 'price' } },
    `fields.price is not a field that a map can fill. ${targets}`,
  ],
  [
    'a taxonomy without its group',
    { categories: 'News' },
    'fields.categories is not a field that a map can fill. Did you mean terms.categories?',
  ],
  [
    'an unknown group that resembles none',
    { 'fields.price': { from: 'price' } },
    `fields.fields.price is not a field that a map can fill. ${targets}`,
  ],
  [
    'the content',
    { content: { from: 'intro' } },
    `fields.content is a field that the mirror maintains itself. ${targets}`,
  ],
  [
    'the slug',
    { slug: { from: 'name' } },
    `fields.slug is a field that the mirror maintains itself. ${targets}`,
  ],
  [
    'the status',
    { status: 'draft' },
    `fields.status is a field that the mirror maintains itself. ${targets}`,
  ],
  [
    'the image',
    { featured_media: { from: 'image' } },
    `fields.featured_media is a field that the mirror maintains itself. ${targets}`,
  ],
  [
    'a key of the editor',
    { 'meta._crdt_document': 'x' },
    'fields.meta._crdt_document is a field that the block editor maintains. Remove it.',
  ],
  [
    'footnotes',
    { 'meta.footnotes': 'x' },
    'fields.meta.footnotes is a field that the block editor maintains. Remove it.',
  ],
  ['an empty meta key', { 'meta.': 'x' }, `fields.meta. is not a field that a map can fill. ${targets}`],
  [
    'a path in an ACF field',
    { 'acf.rows.0': 'x' },
    `fields.acf.rows.0 is not a field that a map can fill. ${targets}`,
  ],
  [
    'shared for a text',
    { 'meta.x': { from: 'name', owner: 'shared' } },
    'fields.meta.x has the owner shared, which is for lists, and is text. Set owner: partner, or as: list.',
  ],
  [
    'once for the title',
    { title: { from: 'name', owner: 'once' } },
    'fields.title has the owner once, which only mapped fields can have. Set owner: partner.',
  ],
  [
    'once for the excerpt',
    { excerpt: { from: 'intro', owner: 'once' } },
    'fields.excerpt has the owner once, which only mapped fields can have. Set owner: partner.',
  ],
  [
    'an unknown owner',
    { 'meta.x': { from: 'name', owner: 'editor' } },
    'fields.meta.x.owner is "editor". Allowed: partner, shared, once.',
  ],
  [
    'an unknown form',
    { 'meta.x': { from: 'price', as: 'nmber' } },
    'fields.meta.x.as is "nmber". Did you mean number?',
  ],
  [
    'media that is not a file',
    { 'meta.x': { from: 'name', as: 'media' } },
    /^fields\.meta\.x has name as media, which is not a file\. Set from to one of: datasheet, .*banner\.$/,
  ],
  [
    'media of a fixed text',
    { 'meta.x': { text: 'a.pdf', as: 'media' } },
    /^fields\.meta\.x has a fixed text as media\. Set from to a file: datasheet, /,
  ],
  [
    'a number from HTML',
    { 'meta.x': { from: 'application', as: 'number' } },
    'fields.meta.x has application as number, which is never a number. Set as: text or html.',
  ],
  [
    'a whole number from a file',
    { 'meta.x': { from: 'image', as: 'integer' } },
    'fields.meta.x has image as integer, which is never a number. Set as: media.',
  ],
  [
    'a boolean from a text',
    { 'meta.x': { from: 'name', as: 'boolean' } },
    'fields.meta.x has name as boolean, which is neither true nor false. Only folded can be boolean.',
  ],
  [
    'a number from a word',
    { 'meta.x': { text: 'four', as: 'number' } },
    'fields.meta.x has the text "four", which is not a number such as 4.5.',
  ],
  [
    'a whole number with a fraction',
    { menu_order: { text: '1.5' } },
    'fields.menu_order has the text "1.5", which is not a whole number.',
  ],
  [
    'a boolean from a word',
    { 'meta.x': { text: { de: 'true', en: 'yes' }, as: 'boolean' } },
    'fields.meta.x has the text "yes", which is not true or false.',
  ],
  [
    'terms as numbers',
    { 'terms.x': { from: 'price', as: 'number' } },
    'fields.terms.x cannot be number. Set as: list or text.',
  ],
  [
    'an order as text',
    { menu_order: { from: 'price', as: 'text' } },
    'fields.menu_order cannot be text. Set as: integer.',
  ],
  ['a title in HTML', { title: { from: 'name', as: 'html' } }, 'fields.title cannot be html. Set as: text.'],
  [
    'an excerpt as list',
    { excerpt: { from: 'attributes', as: 'list' } },
    'fields.excerpt cannot be list. Set as: text or html.',
  ],
  [
    'attributes as text',
    { 'meta.x': { from: 'attributes', as: 'text' } },
    'fields.meta.x has several values of attributes. Set as: list.',
  ],
  [
    'words for a number',
    { 'meta.x': { from: 'price', as: 'number', words: { 1: 'one' } } },
    'fields.meta.x has words, and is number. Set as: text or list, or remove words.',
  ],
  [
    'words for a fixed text',
    { 'meta.x': { text: 'a', words: { a: 'b' } } },
    'fields.meta.x has words for a fixed text. Remove words.',
  ],
  [
    'a word for a misspelt value',
    { 'meta.x': { from: 'availability', words: { availble: 'yes' } } },
    'fields.meta.x has a word for "availble". Did you mean available?',
  ],
  [
    'a word that is not a text',
    { 'meta.x': { from: 'availability', words: { available: true } } },
    'fields.meta.x.words.available is true. Allowed: a text, in quotes.',
  ],
  [
    'words that are a text',
    { 'meta.x': { from: 'availability', words: 'yes' } },
    'fields.meta.x.words is "yes". Allowed: a word for each value, such as { available: In stock }.',
  ],
  [
    'from and text',
    { 'meta.x': { from: 'name', text: 'a' } },
    'fields.meta.x has both from and text. Remove one of them.',
  ],
  ['neither from nor text', { 'meta.x': { as: 'text' } }, 'fields.meta.x has no value. Set from or text.'],
  ['no settings', { 'meta.x': {} }, 'fields.meta.x has no value. Set from or text.'],
  ['a number as value', { 'meta.x': 5 }, 'fields.meta.x is 5. Allowed: a text, in quotes.'],
  ['no value', { 'meta.x': null }, 'fields.meta.x is null. Allowed: a text.'],
  ['a list as value', { 'meta.x': ['a'] }, 'fields.meta.x is a list. Allowed: a text.'],
  ['an empty text', { 'meta.x': '' }, 'fields.meta.x is empty.'],
  [
    'a text that is a number',
    { 'meta.x': { text: 5 } },
    'fields.meta.x.text is 5. Allowed: a text, in quotes.',
  ],
  [
    'texts that are empty',
    { 'meta.x': { text: {} } },
    'fields.meta.x has an empty text. Add a text per language.',
  ],
  [
    'a language that is none',
    { 'meta.x': { de: 'Neu', english: 'New' } },
    'fields.meta.x.english: the key is not a language code such as de-de.',
  ],
  [
    'a language that is none, below text',
    { 'meta.x': { text: { de: 'Neu', english: 'New' } } },
    'fields.meta.x.text.english: the key is not a language code such as de-de.',
  ],
  [
    'a text of a language that is a number',
    { 'meta.x': { de: 5 } },
    'fields.meta.x.de is 5. Allowed: a text, in quotes.',
  ],
  [
    'a language twice',
    { 'meta.x': { 'de-de': 'Neu', de_DE: 'neu' } },
    'fields.meta.x has two values for de-de. Remove one of them.',
  ],
  [
    'languages next to settings',
    { 'meta.x': { text: 'Neu', de: 'x' } },
    `fields.meta.x.de is not a known key. ${keys} Put the values per language below text.`,
  ],
  [
    'a misspelt key',
    { 'meta.x': { from: 'name', onwer: 'once' } },
    'fields.meta.x.onwer is not a known key. Did you mean owner?',
  ],
  [
    'a misspelt key that could be a language',
    { 'meta.x': { frm: 'name' } },
    /^fields\.meta\.x\.frm is not a known key\. Did you mean from\?$/,
  ],
  [
    'a condition',
    { 'meta.x': { from: 'name', when: 'price' } },
    `fields.meta.x.when is not a known key. ${keys}`,
  ],
]

test.each(mistakes)('%s is refused with a clear message', (_what, fields, message) => {
  const { map, faults } = toMap({ fields })
  expect(map).toBeUndefined()
  expect(faults).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
})

/** A `publish_if` with one mistake each. */
test.each<[unknown, string | RegExp]>([
  [['prise'], 'publish_if has "prise", which is not a field of the partner. Did you mean price?'],
  [['meta.price'], 'publish_if has "meta.price", which is not a field of the partner. Did you mean price?'],
  [
    ['colour'],
    /^publish_if has "colour", which is not a field of the partner\. Allowed: gtin, .*catalog\.<column>\.$/,
  ],
  [['price', 'price'], 'publish_if has "price" twice. Remove one of them.'],
  [['catalog.rank', 'catalog. rank'], 'publish_if has "catalog.rank" twice. Remove one of them.'],
  [['catalog. '], 'publish_if has "catalog.". Name a column of the catalogue, such as catalog.category.'],
  [['price', 5], 'publish_if may only contain names of fields, such as price.'],
  [[null], 'publish_if may only contain names of fields, such as price.'],
  ['price', 'publish_if must be a list of fields, such as [ image, price ].'],
  [{ price: true }, 'publish_if must be a list of fields, such as [ image, price ].'],
  [null, 'publish_if must be a list of fields, such as [ image, price ].'],
  [[], 'publish_if is an empty list. Add a field, or remove the key.'],
  [Array.from({ length: 51 }, () => 'price'), 'publish_if has 51 fields. Allowed: at most 50.'],
])('publish_if: %j is refused with a clear message', (names, message) => {
  const { map, faults } = toMap({ publish_if: names, fields: {} })
  expect(map).toBeUndefined()
  expect(faults).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const it = withWorld({ gtins: 1, languages: ['de-de'], types })

const field = (settings: string): string => `type: product\nfields:\n  ${settings}\n`
const author = { CMS_USER: 'author1', CMS_PASSWORD: 'author1xxxxxxxxxxxxxxxxx' }

/** Files with one mistake each, and a part of the message; some also need other variables. */
const invalid: readonly [what: string, file: string, message: RegExp, env?: Record<string, string>][] = [
  [
    'an unknown type',
    'type: produkt\nfields: {}\n',
    /type: the CMS has no post type produkt .*did you mean product\?/,
  ],
  [
    'an unknown meta key',
    field('meta.headlne: { from: name }'),
    /fields\.meta\.headlne: the CMS registers no such meta key .*did you mean headline\?/,
  ],
  [
    'an unknown ACF field',
    field('acf.datashet: { from: datasheet }'),
    /fields\.acf\.datashet: the CMS has no such ACF field .*did you mean datasheet\?/,
  ],
  [
    'an unknown taxonomy',
    field('terms.product_kat: Tape'),
    /fields\.terms\.product_kat: the CMS has no taxonomy .*did you mean product_cat\?/,
  ],
  [
    'a taxonomy of another type',
    field('terms.categories: Tape'),
    /fields\.terms\.categories: the taxonomy categories does not belong to the post type product/,
  ],
  [
    'a feature that the type lacks',
    field('menu_order: { from: price, as: integer }'),
    /fields\.menu_order: the post type product has no menu_order \(supports: page-attributes\)/,
  ],
  [
    'a wrong type',
    field('meta.price: { from: name }'),
    /fields\.meta\.price: it is text, and the CMS stores number; set as: number/,
  ],
  ['a missing permission', field('terms.product_cat: Tape'), /may not create/, author],
  [
    'an unknown field of the partner',
    field('meta.gtin: { from: gtim }'),
    /fields\.meta\.gtin\.from is "gtim"\. Did you mean gtin\?/,
  ],
  [
    'an unknown column',
    field('meta.gtin: { from: catalog.shelf }'),
    /The catalogue has no column shelf, which MAP names as catalog\.shelf\./,
  ],
  [
    'an unknown target',
    field('mata.gtin: { from: gtin }'),
    /fields\.mata\.gtin is not a field that a map can fill\. Did you mean meta\.gtin\?/,
  ],
  [
    'a field that the mirror maintains',
    field('status: draft'),
    /fields\.status is a field that the mirror maintains itself/,
  ],
  [
    'an unknown owner',
    field('meta.gtin: { from: gtin, owner: editor }'),
    /owner is "editor"\. Allowed: partner, shared, once\./,
  ],
  [
    'an owner that does not fit',
    field('meta.gtin: { from: gtin, owner: shared }'),
    /has the owner shared, which is for lists/,
  ],
  [
    'an unknown form',
    field('meta.price: { from: price, as: nmber }'),
    /as is "nmber"\. Did you mean number\?/,
  ],
  [
    'a form that does not fit',
    field('meta.price: { from: application, as: number }'),
    /has application as number, which is never a number/,
  ],
  [
    'a wrong word',
    field('terms.product_tag: { from: availability, words: { availble: Yes } }'),
    /has a word for "availble"\. Did you mean available\?/,
  ],
  [
    'a word that is a boolean in YAML',
    field('terms.product_tag: { from: availability, words: { available: yes, limited: true } }'),
    /words\.limited is true\. Allowed: a text, in quotes\./,
  ],
  [
    'a key twice',
    field('meta.gtin: { from: gtin }\n  meta.gtin: { from: name }'),
    /Map keys must be unique at line 4/,
  ],
  [
    'a tab',
    'type: product\nfields:\n\tmeta.gtin: { from: gtin }\n',
    /Tabs are not allowed as indentation at line 3, column 1/,
  ],
  ['a list as file', '- type: product\n', /the file is a list\. Allowed: type, slug, fields, publish_if\./],
  ['a text as file', 'fields\n', /the file is "fields"\./],
  ['an empty file', '', /fields must contain fields by name, such as meta\.gtin\./],
  [
    'an unknown key',
    'type: product\nfeilds: {}\nfields: {}\n',
    /feilds is not a known key\. Did you mean fields\?/,
  ],
  ['a field without a value', field('meta.gtin: {}'), /fields\.meta\.gtin has no value\. Set from or text\./],
  [
    'a language that does not exist',
    field('meta.gtin: { de: Neu, ed-gb: New }'),
    /MAP has a text of meta\.gtin for ed-gb, which is not a language\. The partner’s languages are de-de\./,
  ],
  [
    'a condition on an unknown field',
    'publish_if: [ prise ]\nfields: {}\n',
    /publish_if has "prise", .*Did you mean price\?/,
  ],
  [
    'a condition on a field of the CMS',
    'publish_if: [ meta.price ]\nfields: {}\n',
    /publish_if has "meta\.price", .*Did you mean price\?/,
  ],
  [
    'a condition that is not a list',
    'publish_if: price\nfields: {}\n',
    /publish_if must be a list of fields/,
  ],
  [
    'a condition on an unknown column',
    'publish_if: [ catalog.rank ]\nfields: {}\n',
    /The catalogue has no column rank/,
  ],
]

it('maps with one mistake are refused with exit code 7 and a clear message, before any write', async ({
  world,
}) => {
  const MAP = join(world.env['DATA_DIR'] ?? '', 'map.yaml')
  await world.mock.zeroStats()
  for (const [what, file, message, env = {}] of invalid) {
    await writeFile(MAP, file)
    const { code, stdout, stderr } = await world.runWith({ ...env, MAP }, 'sync')
    const text = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ')
    expect({ what, code, text }).toEqual({ what, code: 7, text: expect.stringMatching(message) as unknown })
  }
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  expect(invalid.length).toBeGreaterThanOrEqual(20)
})

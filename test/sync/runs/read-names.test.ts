import { expect } from 'vitest'
import type { FieldText } from '../../../src/core/record/field-names.ts'
import { readNames } from '../../../src/sync/runs/read-names.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { mappedTypes, openTerms, rowOf } from '../../helpers/sync/mapped-site.ts'
import { go } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const map = { rows: [rowOf('acf.datasheet', 'datasheet', { as: 'media' })] }
const test = withMirror({ gtins: 0, types: mappedTypes, mirror: { map } })

test('terms have the names of their parents, and files their own, in one request per list and level', async ({
  stage,
  mirror,
}) => {
  const terms = openTerms(stage)
  const tapes = await terms.create('product_cat', { name: 'Tapes & Films' })
  const roof = await terms.create('product_cat', { name: 'Roof', parent: tapes.id })
  const steep = await terms.create('product_cat', { name: 'Steep', parent: roof.id })
  const sale = await terms.create('product_tag', { name: 'Sale' })
  const own = await stage.editor.uploadPng('im-winter', await drawPng())
  const ours = await stage.editor.uploadPng(`media-${'a'.repeat(64)}`, await drawPng())
  await stage.editor.describeMedia(own.id, { alt_text: 'Dach & Schnee', title: 'Winter' })
  await stage.editor.describeMedia(ours.id, { alt_text: 'Band' })
  const texts: FieldText[] = [
    ['featuredMedia', `${own.id}`],
    ['featuredMedia', '0'],
    ['acf.datasheet', `${ours.id}`],
    ['terms.product_cat', `${steep.id}, ${roof.id}, 999999`],
    ['terms.product_tag', `${sale.id}`],
    ['meta.stock', '12'],
    ['title', '12'],
  ]
  await stage.mock.zeroStats()
  const names = await readNames(mirror, texts, go)
  const files = new Map([
    [own.id, 'im-winter.png “Dach & Schnee”'],
    [ours.id, `media-${'a'.repeat(64)}.png`],
  ])
  expect([...names]).toEqual([
    ['featuredMedia', files],
    ['acf.datasheet', files],
    [
      'terms.product_cat',
      new Map([
        [steep.id, 'Tapes & Films > Roof > Steep'],
        [roof.id, 'Tapes & Films > Roof'],
      ]),
    ],
    ['terms.product_tag', new Map([[sale.id, 'Sale']])],
  ])
  expect((await stage.mock.stats()).requests.cms).toEqual({
    'GET /cms/v2/media': 1,
    'GET /cms/v2/product_cat': 2,
    'GET /cms/v2/product_tag': 1,
  })

  // Known names are not requested again, and neither is an id that the CMS does not have.
  await stage.mock.zeroStats()
  expect(await readNames(mirror, texts, go)).toEqual(names)
  const { fieldNames } = mirror
  expect(await readNames({ fieldNames, map }, texts, go)).toEqual(names)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('names that the CMS cannot return are missing, and requested again later', async ({ stage, mirror }) => {
  const { id } = await stage.editor.uploadPng('roof', await drawPng())
  const texts: FieldText[] = [['featuredMedia', `${id}`]]
  await stage.mock.faults([{ side: 'cms', path: '/cms/v2/media', kind: 'status', status: 503 }])
  expect([...(await readNames(mirror, texts, go))]).toEqual([])
  await stage.mock.clearFaults()
  expect([...(await readNames(mirror, texts, AbortSignal.abort()))]).toEqual([])
  expect((await readNames(mirror, texts, go)).get('featuredMedia')).toEqual(new Map([[id, 'roof.png']]))
})

test('names that cannot be saved are shown', async ({ stage, mirror }) => {
  const { id } = await stage.editor.uploadPng('roof', await drawPng())
  const texts: FieldText[] = [['featuredMedia', `${id}`]]
  const fieldNames = { ...mirror.fieldNames, save: () => Promise.reject(new Error('read-only')) }
  const names = await readNames({ ...mirror, fieldNames }, texts, go)
  expect(names.get('featuredMedia')).toEqual(new Map([[id, 'roof.png']]))
})

test('at most a hundred ids of a source are requested at once', async ({ stage, mirror }) => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1_000)
  await readNames(mirror, [['terms.product_cat', ids.join(', ')]], go)
  expect((await stage.mock.stats()).requests.cms).toEqual({ 'GET /cms/v2/product_cat': 1 })
  const known = await mirror.fieldNames.read('terms.product_cat', ids)
  expect([...known.keys()]).toEqual(ids.slice(0, 100))
})

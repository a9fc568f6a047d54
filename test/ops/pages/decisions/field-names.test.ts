import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FieldMap } from '../../../../src/core/mapping/field-map.ts'
import { drawPng } from '../../../helpers/content/files.ts'
import { mappedTypes, openTerms, rowOf, type MappedPage } from '../../../helpers/sync/mapped-site.ts'
import { openStage, type Mirror, type Stage } from '../../../helpers/sync/sync-deps.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { opsApp, startOps } from '../../start-ops.ts'

const map: FieldMap = {
  rows: [
    rowOf('terms.product_cat', 'trade_unit', { as: 'list' }),
    rowOf('terms.product_tag', 'packaging_unit', { as: 'list', owner: 'shared' }),
    rowOf('acf.datasheet', 'datasheet', { as: 'media' }),
  ],
}

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let app: FastifyInstance
let gtin: string
let ids: { bulk: number; roll: number; box: number }
let files: { image: number; winter: number; before: number; after: number }

/** Editor and partner change the categories and the data sheet of a product, which has two data sheets one after another. */
beforeAll(async () => {
  ;[ops, stage] = await Promise.all([startOps(), openStage({ gtins: 2, types: mappedTypes })])
  mirror = stage.openMirror({ map, policy: { maxUpdateShare: 1 } })
  const [first = '', second = ''] = mirror.listed
  gtin = first
  app = opsApp(ops.deps, depsOfMirror(mirror, ops.deps))
  const terms = openTerms(stage)
  const page = async (of = gtin) => {
    const found = await stage.editor.page({ gtin: of, language: 'de-de' })
    return found as typeof found & MappedPage
  }
  const sheetOf = async (of: string) => Number((await page(of)).acf['datasheet'])
  const partner = (fields: Record<string, unknown>) => stage.mock.patchProduct(gtin, 'de-de', fields)
  const bulk = await terms.create('product_cat', { name: 'Angebote' })
  await partner({ trade_unit: 'Rolle > Klein', packaging_unit: 'Alt' })
  await sync(mirror, { media: true })
  // The editor picks a file of the library, and uploads an image.
  const { id, featured_media: image } = await page()
  const { id: winter } = await stage.editor.uploadPng('winter', await drawPng())
  files = { image, winter, before: await sheetOf(gtin), after: await sheetOf(second) }
  await stage.editor.describeMedia(winter, { alt_text: 'Dach im Schnee' })
  await stage.editor.edit(id, {
    product_cat: [bulk.id],
    acf: { datasheet: winter },
    featured_media: winter,
  })
  const { datasheet, image: partnerImage } =
    (await mirror.snapshots.read([{ gtin: second, language: 'de-de' }]))[0]?.product ?? {}
  await partner({ trade_unit: 'Box', packaging_unit: 'Neu', datasheet, image: partnerImage })
  await sync(mirror, { media: true })
  const all = await terms.all('product_cat')
  const idOf = (name: string) => all.find((term) => term.name === name)?.id ?? 0
  ids = { bulk: bulk.id, roll: idOf('Klein'), box: idOf('Box') }
})
afterAll(async () => {
  await app.close()
  await stage.tidy()
  await Promise.all([ops.close(), stage.close()])
})

const read = async (url: string): Promise<string> =>
  (await app.inject({ url, headers: { accept: 'text/html' } })).body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')

test.each([
  ['the list of decisions', () => '/decisions'],
  ['the product’s page', () => `/products/${gtin}`],
])('%s names the terms, files and images of a conflict, those of editors included', async (_, url) => {
  const text = await read(url())
  for (const shown of [`Rolle > Klein (${ids.roll})`, `Angebote (${ids.bulk})`, `Box (${ids.box})`])
    expect(text).toContain(shown)
  for (const id of [files.before, files.after]) expect(text).toMatch(new RegExp(`\\S+\\.pdf \\(${id}\\)`))
  expect(text).toContain(`winter.png “Dach im Schnee” (${files.winter})`)
  expect(text).toMatch(new RegExp(`Featured image.* \\S+\\.\\w+ \\(${files.image}\\)`, 'i'))
})

test('the overview names them in its excerpt', async () => {
  const text = await read('/')
  expect(text).toContain(`Editor: winter.png “Dach im Schnee” (${files.winter}) · Partner: `)
  expect(text).not.toMatch(/media \d+/)
})

test('a run’s page names the terms before and after its change', async () => {
  const text = await read('/runs/2026-11-20-2')
  expect(text).toMatch(/terms\.product_tag.*Alt \(\d+\).*Neu \(\d+\)/)
})

test('the API adds words to the stored values, in full and in short', async () => {
  const stored = { base: `${ids.roll}`, theirs: `${ids.bulk}`, ours: `${ids.box}` }
  const words = {
    base: `Rolle > Klein (${ids.roll})`,
    theirs: `Angebote (${ids.bulk})`,
    ours: `Box (${ids.box})`,
  }
  const field = { field: 'terms.product_cat', ...stored, words }
  const { decisions } = (await app.inject('/api/decisions')).json()
  expect(decisions[0].conflict.fields).toContainEqual(field)
  const { conflict } = (await app.inject(`/api/decisions/${gtin}/de-de`)).json()
  expect(conflict.fields).toContainEqual(field)
})

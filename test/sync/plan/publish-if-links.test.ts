import { expect } from 'vitest'
import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const map: FieldMap = { rows: [], publishIf: ['image', 'price'] }
const test = withMirror({
  gtins: 1,
  languages: 'de-de,en-gb,fr-fr',
  mirror: { map, policy: { maxUpdateShare: 1 } },
})
  .extend('links', ({ stage, key }) => async () => {
    const languages = ['de-de', 'en-gb', 'fr-fr']
    const pages = await Promise.all(languages.map((language) => stage.editor.page({ ...key, language })))
    return pages.map(
      ({ status, content }) =>
        `${status}: ${Array.from(content.raw.matchAll(/hreflang="([^"]*)"/g), ([, code = '']) => code)
          .filter((code, index, all) => all.indexOf(code) === index)
          .join(' ')}`,
    )
  })
  .extend('idle', ({ stage, mirror }) => async () => {
    await stage.mock.zeroStats()
    const { run } = await sync(mirror, { media: true })
    return { ...run.counts, writes: (await stage.mock.stats()).cmsWrites.total }
  })

test('drafts are not linked by pages of the same run, and published ones are linked by all', async ({
  stage,
  mirror,
  key,
  links,
  idle,
}) => {
  await stage.mock.patchProduct(key.gtin, 'fr-fr', { price: null })
  await sync(mirror, { media: true })
  const before = await links()
  expect(before.map((line) => line.split(':')[0])).toEqual(['publish', 'publish', 'draft'])
  expect(before[0]).toMatch(/en/)
  expect(before.slice(0, 2).join(' ')).not.toMatch(/fr/)
  expect(await idle()).toMatchObject({ unchanged: 3, writes: 0 })
  await stage.mock.patchProduct(key.gtin, 'fr-fr', { price: '9' })
  await sync(mirror, { media: true })
  await sync(mirror, { media: true })
  const after = await links()
  expect(after.map((line) => line.split(':')[0])).toEqual(['publish', 'publish', 'publish'])
  expect(after[0]).toMatch(/fr/)
  expect(after[1]).toMatch(/fr/)
  expect(after[2]).toMatch(/de/)
  expect(await idle()).toMatchObject({ unchanged: 3, writes: 0 })
})

test('pages that are published together link each other in the same run', async ({
  stage,
  mirror,
  key,
  links,
  idle,
}) => {
  await stage.mock.patchProduct(key.gtin, '*', { price: null })
  await sync(mirror, { media: true })
  expect(await links()).toEqual(['draft: ', 'draft: ', 'draft: '])
  await stage.mock.patchProduct(key.gtin, '*', { price: '9' })
  await sync(mirror, { media: true })
  for (const line of await links()) expect(line).toMatch(/^publish: \S+ \S+/)
  expect(await idle()).toMatchObject({ unchanged: 3, writes: 0 })
})

test('a page whose image does not arrive is not linked, although its product has one', async ({
  stage,
  mirror,
  key,
  links,
}) => {
  const image = `${stage.mock.partnerBaseUrl.replace(/\/api.*$/, '')}/media/products/nowhere.png`
  await stage.mock.patchProduct(key.gtin, 'fr-fr', { image })
  await sync(mirror, { media: true })
  const [german = '', , french = ''] = await links()
  expect(french).toMatch(/^draft:/)
  expect(german).toMatch(/^publish: .*en/)
  expect(german).not.toMatch(/fr/)
})

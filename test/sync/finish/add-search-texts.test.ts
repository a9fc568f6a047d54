import { expect } from 'vitest'
import { addSearchTexts } from '../../../src/sync/finish/add-search-texts.ts'
import { productOf } from '../../helpers/content/records.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 3, languages: 'de-de' })

test('products that an earlier version stored are found, even if the snapshot of another one is damaged', async ({
  stage,
  mirror,
}) => {
  await Promise.all(stage.gtins.map((gtin) => stage.mock.patchProduct(gtin, '*', { name: 'Dichtband' })))
  await sync(mirror)
  await stage.redis.del(mirror.keys.searchTexts)
  const [damaged = '', ...sound] = stage.gtins
  await stage.redis.hset(mirror.keys.bodies('de-de'), damaged, 'x')
  await addSearchTexts(mirror)
  const found = await mirror.searchTexts.find(['dichtband'], 10)
  expect(found.map(({ gtin }) => gtin).sort()).toEqual(sound.toSorted())
})

test('all matching products are found at once, each once, by words in any language', async ({
  mirror,
  stage,
}) => {
  const texts: Record<string, readonly string[]> = {
    'de-de': ['Dichtband', 'Kleber'],
    'en-gb': ['Dichtband', 'Glue'],
  }
  const [first = '', second = ''] = stage.gtins
  const products = Object.entries(texts).flatMap(([language, [one = '', other = '']]) => [
    { product: productOf({ gtin: first, language, name: one }) },
    { product: productOf({ gtin: second, language, name: other }) },
  ])
  await mirror.searchTexts.add(products)
  expect([...(await mirror.searchTexts.findProducts(['dichtband']))]).toEqual([Number(first)])
  expect([...(await mirror.searchTexts.findProducts(['glue']))]).toEqual([Number(second)])
  const both = await mirror.searchTexts.findProducts(['4711'])
  expect(both).toEqual(new Set([first, second].map(Number)))
  expect(await mirror.searchTexts.findProducts(['glue', 'dichtband'])).toEqual(new Set())
})

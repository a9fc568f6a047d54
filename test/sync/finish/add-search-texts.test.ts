import { expect } from 'vitest'
import { addSearchTexts } from '../../../src/sync/finish/add-search-texts.ts'
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

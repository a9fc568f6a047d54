import { expect } from 'vitest'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { fullMap, mappedTypes, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  types: mappedTypes,
  mirror: { map: fullMap, policy: { maxUpdateShare: 1 } },
})

test('a deleted file that one page needs again gets its new id in the fields of all pages, although its address is the same', async ({
  stage,
  mirror,
  key,
}) => {
  // The first one names the file.
  const [named, other] = stage.gtins.toSorted().map((gtin) => ({ ...key, gtin }))
  if (named === undefined || other === undefined) throw new Error('two products are needed')
  const datasheet = `${stage.mock.origin}/media/documents/datasheet/${named.gtin}-de-de.pdf`
  for (const { gtin } of [named, other]) await stage.mock.patchProduct(gtin, key.language, { datasheet })
  await sync(mirror, { media: true })
  const idOn = async (one: RecordKey): Promise<number> => {
    const page = await stage.editor.page(one)
    const { acf } = page as typeof page & MappedPage
    return Number(acf['datasheet'])
  }
  const deleted = await idOn(other)
  await stage.editor.removeMedia(deleted)
  await stage.mock.patchProduct(named.gtin, key.language, { availability: 'limited' })
  await sync(mirror, { media: true })
  const uploaded = await idOn(named)
  expect(uploaded).not.toBe(deleted)
  expect(await idOn(other)).toBe(deleted)
  const { outcomes } = await sync(mirror, { media: true })
  expect(outcomes.get(recordId(other))).toMatchObject({ result: 'updated', fields: ['file'] })
  expect(await idOn(other)).toBe(uploaded)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
})

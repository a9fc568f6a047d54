import { expect } from 'vitest'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { fullMap, mappedTypes, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { go, only, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 1,
  types: mappedTypes,
  mirror: { map: fullMap, policy: { maxUpdateShare: 1, onSlugTaken: 'adopt' } },
})

test('the undo of an adoption leaves the block and the mapped fields, and the undo of an overwrite restores only the editor’s text', async ({
  stage,
  mirror,
  key,
}) => {
  const read = async () => {
    const page = await stage.editor.page(key)
    const { meta, menu_order: order } = page as typeof page & MappedPage
    return { content: page.content.raw, title: page.title.raw, gtin: meta['gtin'], order }
  }
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: '4711' })
  const own = { title: 'Mine', content: '<p>Mine</p>', status: 'publish' }
  await stage.editor.create({ slug: `gtin-${key.gtin}-de-de`, ...own })
  const adoption = await sync(mirror)
  const adopted = await read()
  expect(adopted).toMatchObject({ title: 'Mine', gtin: key.gtin, order: 4711 })
  expect(only((await undo(mirror, adoption.run.id)).outcomes)).toMatchObject({
    reasons: [{ code: 'not-undone', causes: [{ code: 'undo-only-block' }] }],
  })
  expect(await read()).toEqual(adopted)
  await resolveRecord(mirror, key, { choice: 'overwrite', by: 'olive' }, go)
  const overwriting = await sync(mirror)
  expect(await read()).not.toMatchObject({ title: 'Mine' })
  expect(only((await undo(mirror, overwriting.run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await read()).toEqual(adopted)
})

import { expect } from 'vitest'
import { snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 3, prepare: sync }).extend(
  'change',
  ({ stage, mirror }) =>
    async (text: string) => {
      for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number: text })
    },
)

test('unreadable autosaves of one page fail its record only', async ({ stage, mirror, key, change }) => {
  const { pageId } = await snapshotOf(mirror, key)
  await stage.editor.edit(pageId, { excerpt: 'Von Hand.' })
  await change('NEU')
  const path = `/cms/v2/pages/${pageId}/autosaves`
  await stage.mock.faults([{ side: 'cms', path, kind: 'status', status: 500, as: 'html' }])
  const { outcomes, run } = await sync(mirror)
  expect(run.counts).toMatchObject({ updated: 2, failed: 1 })
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'unreadable-autosaves', pageId }],
  })
})

test('unreadable revisions of one page leave all records acknowledged, and a note names the page', async ({
  stage,
  mirror,
  key,
  change,
}) => {
  await change('EINS')
  await sync(mirror)
  const { pageId } = await snapshotOf(mirror, key)
  await change('ZWEI')
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      await stage.editor.edit(pageId, { excerpt: 'Zugleich von Hand.' })
      return cms.writePages(writes, signal)
    },
  }
  const path = `/cms/v2/pages/${pageId}/revisions`
  await stage.mock.faults([{ side: 'cms', path, kind: 'status', status: 500, as: 'html' }])
  const { outcomes, run } = await sync(mirror)
  expect(run.counts).toMatchObject({ updated: 3, failed: 0 })
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'updated',
    reasons: [{ code: 'unreadable-revisions', pageId }],
  })
})

test('a failed search for a page fails only the record of that page', async ({
  stage,
  mirror,
  key,
  change,
}) => {
  // Redis was restored from a backup, and the page has had another slug since.
  const { pageId } = await snapshotOf(mirror, key)
  await stage.editor.edit(pageId, { slug: 'schoene-adresse' })
  await stage.redis.hdel(mirror.keys.heads(key.language), key.gtin)
  await stage.redis.hdel(mirror.keys.bodies(key.language), key.gtin)
  await change('NEU')
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    // The rule would also hit a lookup by slug, so it is set only for the search.
    async searchPages(...search) {
      await stage.mock.faults([
        { side: 'cms', path: '/cms/v2/pages', holds: key.gtin, kind: 'status', status: 500, as: 'html' },
      ])
      return cms.searchPages(...search)
    },
  }
  const { outcomes, run } = await sync(mirror)
  expect(run.counts).toMatchObject({ created: 0, updated: 2, failed: 1 })
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'unreadable-search' }],
  })
})

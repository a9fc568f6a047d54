import { describe, expect } from 'vitest'
import type { Page } from '../../../src/core/record/page.ts'
import { go, only, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 1,
  async prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
  },
})

const idsOf = (writes: readonly object[]) =>
  writes.flatMap((write) => ('id' in write && typeof write.id === 'number' ? [write.id] : []))

describe('the CMS returns HTTP 200 and the old content for an update', () => {
  test('fails the record if the page still has the old text, and the next run updates it', async ({
    stage,
    mirror,
    key,
  }) => {
    await sync(mirror)
    await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      writePages: async (writes) =>
        (await cms.readPages(idsOf(writes), go)).map((page: Page) => ({ ok: true, page })),
    }
    expect(only((await sync(mirror)).outcomes)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('did not store the text'),
    })
    mirror.cms = cms
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
    expect((await stage.editor.page(key)).content.raw).toContain('NEU')
  })

  test('accepts the update if only the response was old', async ({ stage, mirror, key }) => {
    await sync(mirror)
    await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        const before = await cms.readPages(idsOf(writes), go)
        await cms.writePages(writes, signal)
        return before.map((page: Page) => ({ ok: true, page }))
      },
    }
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
    mirror.cms = cms
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
  })
})

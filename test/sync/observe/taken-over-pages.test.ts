import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const observe = (mirror: Mirror): Promise<void> => observePages(mirror, '2026-11-20-9', go)

/** A mirror with a page of which an editor has changed both content and slug; only its id identifies its record. */
const test = withMirror({
  gtins: 2,
  async prepare(mirror) {
    await observe(mirror)
    await sync(mirror)
    await observe(mirror)
  },
}).extend('taken', async ({ stage, key }) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { slug: 'mine', content: '<p>Mine</p>' })
  return id
})

test('an observation that was interrupted before it found the record of such a page finds it when repeated', async ({
  mirror,
  key,
  taken,
}) => {
  const { cms } = mirror
  mirror.cms = { ...cms, readTexts: async () => Promise.reject(new Error('interrupted')) }
  await expect(observe(mirror)).rejects.toThrow('interrupted')
  mirror.cms = cms
  await observe(mirror)
  expect((await mirror.pageStates.read([key]))[0]).toMatchObject({ state: 'edited', pageId: taken })
  expect((await snapshotOf(mirror, key)).link).toMatch(/\/mine\/$/)
})

test('one that could not be read with its text is found by the next observation', async ({
  mirror,
  key,
  taken,
}) => {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    readTexts: async (ids) => ({ pages: [], unreadable: new Map(ids.map((id) => [id, 'returned 500'])) }),
  }
  await observe(mirror)
  expect((await mirror.pageStates.read([key]))[0]).toBeUndefined()
  mirror.cms = cms
  await observe(mirror)
  expect((await mirror.pageStates.read([key]))[0]).toMatchObject({ state: 'edited', pageId: taken })
})

test('one whose record is known is not read again', async ({ stage, mirror, taken }) => {
  await observe(mirror)
  await stage.mock.zeroStats()
  await observe(mirror)
  expect(taken).toBeGreaterThan(0)
  expect((await stage.mock.stats()).totals.cms).toBe(1)
})

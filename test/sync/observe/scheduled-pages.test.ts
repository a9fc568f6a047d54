import { expect } from 'vitest'
import type { PageVersion } from '../../../src/core/record/page.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  async prepare(mirror) {
    await observePages(mirror, '2026-11-20-9', go)
    await sync(mirror)
    await observePages(mirror, '2026-11-20-9', go)
  },
})

/** From now on, the page appears to be unchanged in the list of changes. */
async function keepVersion(mirror: Mirror, pageId: number): Promise<void> {
  const { cms } = mirror
  let known: PageVersion | undefined
  for await (const { pages } of cms.readModified({ since: undefined, revisions: true }, go))
    known ??= pages.find(({ id }) => id === pageId)
  const asBefore = (page: PageVersion): PageVersion => (page.id === pageId && known ? known : page)
  mirror.cms = {
    ...cms,
    async *readModified(wanted, signal) {
      for await (const part of cms.readModified(wanted, signal))
        yield { ...part, pages: part.pages.map(asBefore) }
    },
  }
}

test('finds that the CMS has published a scheduled page, which changes no time stamp', async ({
  stage,
  mirror,
  key,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { status: 'future', date: '2090-01-01T00:00:00' })
  await observePages(mirror, '2026-11-20-9', go)
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
  await mirror.staleLinks.clear([key.gtin])
  await keepVersion(mirror, id)
  await observePages(mirror, '2026-11-20-9', go)
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
  await stage.editor.edit(id, { status: 'publish', date: '2020-01-01T00:00:00' })
  await observePages(mirror, '2026-11-20-9', go)
  expect(await mirror.pageStates.read([key])).toEqual([undefined])
  expect(await mirror.staleLinks.count()).toBe(1)
})

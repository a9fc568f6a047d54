import type { PageVersion } from '../../../src/core/record/page.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror, Stage } from './sync-deps.ts'
import { go, sync } from './sync-run.ts'

/** The mirror updates a page, an editor changes it, and the CMS has the same time for both; then the mirror observes. */
export async function editWithinSecond(
  stage: Stage,
  mirror: Mirror,
  key: RecordKey,
  change: Record<string, unknown>,
): Promise<void> {
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU-1' })
  await sync(mirror)
  await mirror.staleLinks.clear([key.gtin])
  await editInSameSecond(stage, mirror, key, change)
}

/** An editor changes a page in the second of the mirror's last write; then the mirror observes. */
export async function editInSameSecond(
  { editor }: Stage,
  mirror: Mirror,
  key: RecordKey,
  change: Record<string, unknown>,
): Promise<void> {
  const { id, modified_gmt: modifiedGmt } = await editor.page(key)
  await editor.edit(id, change)
  const { cms } = mirror
  const atOnce = (page: PageVersion): PageVersion => (page.id === id ? { ...page, modifiedGmt } : page)
  mirror.cms = {
    ...cms,
    async *readModified(wanted, signal) {
      for await (const part of cms.readModified(wanted, signal))
        yield { ...part, pages: part.pages.map(atOnce) }
    },
  }
  await observePages(mirror, '2026-11-20-9', go)
}

import { recordOfPage } from '../../core/page/audit-page.ts'
import type { Page } from '../../core/page/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

type Owned = RecordKey & { page: Page }

/**
 * The records of changed pages, by their block or slug. An editor may have changed both: only then are the snapshots
 * searched for the page’s id.
 */
export async function findOwned(
  { snapshots }: Pick<SyncDeps, 'snapshots'>,
  pages: readonly Page[],
  languages: readonly string[],
): Promise<Owned[]> {
  const owned: Owned[] = []
  const others = new Map<number, Page>()
  for (const page of pages) {
    const key = recordOfPage(page, languages)
    if (key === undefined) others.set(page.id, page)
    else owned.push({ ...key, page })
  }
  if (others.size === 0) return owned
  for (const language of languages)
    for await (const scanned of snapshots.scan(language))
      for (const { gtin, head } of scanned) {
        const page = others.get(head.pageId)
        if (page && head.state === 'mirrored') owned.push({ gtin, language, page })
      }
  return owned
}

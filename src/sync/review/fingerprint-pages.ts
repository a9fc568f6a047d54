import type { Change } from '../../core/run/change.ts'
import type { Page } from '../../core/record/page.ts'
import { fingerprintOf } from '../../core/plan/page-change.ts'
import { recordId, slugOf } from '../../core/record/record.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import { groupBy, inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import type { RecordText } from '../ports/stored.ts'

const idsAtOnce = 100
const slugsAtOnce = 200

/**
 * A fingerprint of each change's current page, which changes with its status and content. Bound pages are read by id
 * (100 per request); creates read any page at the slug (200 per request).
 */
export async function fingerprintPages(
  { cms }: SyncDeps,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<RecordText[]> {
  const pages: Page[] = []
  const ids = changes.flatMap((change) => ('pageId' in change ? [change.pageId] : []))
  for (const group of inChunks(ids, idsAtOnce))
    for (const page of (await cms.readTexts(group, signal)).pages) pages.push(page)
  const found: Page[] = []
  const slugs = changes.flatMap((change) => (change.kind === 'create' ? [slugOf(change, change)] : []))
  for (const group of inChunks(slugs, slugsAtOnce))
    for (const page of await cms.findPages(group, signal)) found.push(page)

  const byId = groupBy(pages, ({ id }) => String(id))
  const bySlug = groupBy(found, ({ slug }) => slug)
  const at = (slug: string): Page[] => [slug, trashedSlug(slug)].flatMap((one) => bySlug.get(one) ?? [])
  return changes.map((change) => {
    const current = change.kind === 'create' ? at(slugOf(change, change)) : byId.get(String(change.pageId))
    return { id: recordId(change), text: fingerprintOf(current ?? []) }
  })
}

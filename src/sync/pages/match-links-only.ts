import { currentTexts } from '../../core/page/compose.ts'
import { sameFacts } from '../../core/markup/visible-content.ts'
import { linksDigest, pagesLinked } from '../../core/page/links.ts'
import type { PageTexts } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'
import type { FoundItem, PageItem } from './page-item.ts'

/** What counts as ours on a page, and what is wanted there, where that is not what the record's own data say. */
export type KnownTexts = { base?: PageTexts } & Partial<Pick<PageItem, 'wanted' | 'links'>>

/**
 * What counts as ours on a page without a snapshot: its links also where they are older ones, with other languages or
 * addresses. Without a write (`readOnly`) they count as wanted, and the next run updates them. Empty where the page
 * reads as wanted, or differs in more than these links.
 */
export function matchLinksOnly(
  { renderer }: SyncDeps,
  { change, wanted, snapshot, current }: FoundItem,
  mediaOf: Parameters<SyncDeps['renderer']['render']>[1],
  { readOnly }: { readOnly?: boolean },
): KnownTexts {
  if (snapshot !== undefined) return {}
  const { inner } = currentTexts(change, current.page)
  if (inner === undefined || sameFacts(inner, wanted.inner)) return {}
  const others = pagesLinked(inner, change.gtin)
  const base = renderer.render(change.product, mediaOf, others)
  if (!sameFacts(inner, base.inner)) return {}
  return readOnly ? { wanted: base, links: linksDigest(others.map(({ language }) => language)) } : { base }
}

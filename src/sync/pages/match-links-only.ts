import { currentTexts } from '../../core/page/compose.ts'
import { sameFacts } from '../../core/markup/visible-content.ts'
import { linksDigest, pagesLinked, sizesLinked } from '../../core/page/links.ts'
import type { PageTexts } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'
import { renderWanted, type OnSite } from './render-wanted.ts'
import type { FoundItem, PageItem } from './page-item.ts'

/** The base and wanted fields of a page, if they differ from the snapshot's and the record's. */
export type KnownTexts = { base?: PageTexts } & Partial<Pick<PageItem, 'wanted' | 'links'>>

/**
 * The fields of a page without a snapshot that differs only in its links to other pages: older links count as ours. Without a
 * write (`readOnly`) they count as wanted, and the next run updates them. Empty if the page has the wanted content, or
 * differs in more than these links.
 */
export function matchLinksOnly(
  deps: SyncDeps,
  { change, wanted, snapshot, current }: FoundItem,
  site: Omit<OnSite, 'links'>,
  { readOnly }: { readOnly?: boolean },
): KnownTexts {
  if (snapshot !== undefined) return {}
  const { inner } = currentTexts(current.mirrored)
  if (inner === undefined || sameFacts(inner, wanted.inner)) return {}
  const links = { languages: pagesLinked(inner, change.gtin), sizes: sizesLinked(inner) }
  const base = renderWanted(deps, { change, current, snapshot }, { ...site, links })
  if (!sameFacts(inner, base.inner)) return {}
  return readOnly ? { wanted: base, links: linksDigest(links) } : { base }
}

import { currentTexts } from '../../core/page/compose.ts'
import { sameFacts } from '../../core/markup/visible-content.ts'
import { linksDigest, pagesLinked } from '../../core/page/links.ts'
import type { SyncDeps } from '../deps.ts'
import type { Item } from './page-item.ts'

/**
 * What to take for ours on a page that nothing is remembered of: its links are ours also where they are those of
 * another time, with fewer or more languages or other addresses. Without a write (`readOnly`) they count as wanted,
 * and the next run brings them right. Undefined where the page reads as wanted, or differs in more than these links.
 */
export function asLinked(
  { renderer }: Pick<SyncDeps, 'renderer'>,
  { change, wanted, snapshot, current }: Item,
  mediaOf: Parameters<SyncDeps['renderer']['render']>[1],
  readOnly = false,
): Partial<Item> | undefined {
  if (snapshot !== undefined) return undefined
  const { inner } = currentTexts(change, current.page)
  if (inner === undefined || sameFacts(inner, wanted.inner)) return undefined
  const others = pagesLinked(inner, change.gtin)
  const base = renderer.render(change.product, mediaOf, others)
  if (!sameFacts(inner, base.inner)) return undefined
  return readOnly ? { wanted: base, links: linksDigest(others.map(({ language }) => language)) } : { base }
}

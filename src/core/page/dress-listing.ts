import { createFindStyled } from '../markup/added-attributes.ts'
import { sameFacts } from '../markup/visible-content.ts'
import { ownListings } from '../render/own-listings.ts'
import type { Steps } from '../text/steps.ts'
import { assemble, hasGroups, insideGroups } from './listing-groups.ts'
import { divideListing, partsIn } from './listing-parts.ts'
import { dressParts, isStyled } from './listing-styles.ts'

/**
 * The wanted listing with the styling, hiding, notes and groups that an editor added to the current one, even if their
 * layouts differ. Entries match if they link the same page. Undefined if the wanted listing has no place for them.
 */
export function* dressListing(current: string, wanted: string): Steps<string | undefined> {
  const { leftToRight, rightToLeft } = ownListings
  const find = createFindStyled(wanted + (wanted.startsWith('<!-- wp:html') ? rightToLeft : leftToRight))
  yield
  if (!isStyled(find(current))) return wanted
  yield
  const nodes = divideListing(current)
  yield
  const next = divideListing(wanted)
  if (nodes === undefined || next === undefined) return undefined
  yield
  const parts = partsIn(next).map(({ part }) => part)
  const dressed = yield* dressParts(
    find,
    partsIn(nodes).map(({ part }) => part),
    parts,
  )
  if (dressed === undefined) return undefined
  yield
  const inner = hasGroups(nodes, find)
    ? insideGroups(nodes, parts, dressed)
    : assemble(next, (part) => [String(dressed.get(part))])
  yield
  return inner !== undefined && sameFacts(inner, wanted) ? inner : undefined
}

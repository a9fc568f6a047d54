import type { FindStyled } from '../markup/added-attributes.ts'
import { partsIn, type ListingNode, type ListingPart, type PlacedPart } from './listing-parts.ts'

/** Whether an editor added or styled a block around parts of a listing, or added a block that shows nothing. */
export function hasGroups(nodes: readonly ListingNode[], find: FindStyled): boolean {
  return nodes.some((node) => {
    if ('part' in node) return false
    return 'other' in node || !node.isOurs || find(node.open).some(({ edits }) => edits.length > 0)
  })
}

/**
 * The wanted parts in the blocks that an editor added around the current ones. A new part joins its predecessor.
 * Undefined if an entry would leave or enter such a block, because the block may hide its content.
 */
export function insideGroups(
  nodes: readonly ListingNode[],
  wanted: readonly ListingPart[],
  dressed: ReadonlyMap<ListingPart, string>,
): string | undefined {
  const current = partsIn(nodes)
  const places = placesFor(current, wanted)
  const around = new Map(
    [...places].flatMap(([{ items }, place]) => items.map(({ link }) => [link, place.around] as const)),
  )
  const isMoved = current.some(({ part, around: groups }) =>
    part.items.some(({ link }) => !sameGroups(around.get(link) ?? groups, groups)),
  )
  if (isMoved || !wanted.some(({ items }) => items.length > 0)) return undefined
  const markups = new Map<ListingPart, string[]>()
  for (const [part, { part: place }] of places)
    markups.set(place, [...(markups.get(place) ?? []), String(dressed.get(part))])
  return assemble(nodes, (part) => markups.get(part) ?? [])
}

/** A listing with other markup for each part, or none. A block without content is omitted. */
export function assemble(
  nodes: readonly ListingNode[],
  markupOf: (part: ListingPart) => readonly string[],
  gap = '\n\n',
): string {
  const markup = nodes.flatMap((node) => {
    if ('part' in node) return markupOf(node.part)
    if ('other' in node) return [node.other]
    const inside = assemble(node.nodes, markupOf, node.gap)
    return inside === '' ? [] : [node.open + inside + node.close]
  })
  return markup.join(gap)
}

/** The current part that each wanted one replaces, follows or, as the first list or row, precedes. */
function placesFor(
  current: readonly PlacedPart[],
  wanted: readonly ListingPart[],
): Map<ListingPart, PlacedPart> {
  const known = new Map(current.map((one) => [one.part.key, one]))
  const isBody = ({ kind }: ListingPart): boolean => kind !== 'paragraph'
  const body = current.find(({ part }) => isBody(part))
  const isOtherLayout = !wanted.some((part) => isBody(part) && known.has(part.key))
  const own = wanted.map((part) => known.get(part.key) ?? (isOtherLayout && isBody(part) ? body : undefined))
  return new Map(
    wanted.flatMap((part, at): [ListingPart, PlacedPart][] => {
      const before = own.slice(0, at).findLast((place) => place !== undefined)
      const after = own.slice(at).find((place) => place !== undefined)
      const isFirst = isBody(part) && before?.part.kind === 'paragraph'
      const place = own[at] ?? (isFirst ? after : undefined) ?? before
      return place ? [[part, place]] : []
    }),
  )
}

function sameGroups(a: readonly ListingNode[], b: readonly ListingNode[]): boolean {
  return a.length === b.length && a.every((group, at) => group === b[at])
}

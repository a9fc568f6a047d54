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
  dressed: ReadonlyMap<ListingPart, readonly string[]>,
): string | undefined {
  const current = partsIn(nodes)
  const places = placesFor(current, wanted)
  const around = new Map(
    [...places].flatMap(([{ around: groups }, parts]) =>
      parts.flatMap(({ items }) => items.map(({ link }) => [link, groups] as const)),
    ),
  )
  const isMoved = current.some(({ part, around: groups }) =>
    part.items.some(({ link }) => !sameGroups(around.get(link) ?? groups, groups)),
  )
  if (isMoved || !wanted.some(({ items }) => items.length > 0)) return undefined
  const markups = [...places].map(
    ([{ part }, parts]) => [part, parts.flatMap((one) => dressed.get(one) ?? [])] as const,
  )
  return assemble(nodes, new Map(markups.filter(([, parts]) => parts.length > 0)))
}

/** A listing with other markup for each part, or none. A block without content is omitted. */
export function assemble(
  nodes: readonly ListingNode[],
  markups: ReadonlyMap<ListingPart, readonly string[]>,
  gap = '\n\n',
): string {
  const markup = nodes.flatMap((node) => {
    if ('part' in node) return markups.get(node.part) ?? []
    if ('other' in node) return [node.other]
    const inside = assemble(node.nodes, markups, node.gap)
    return inside === '' ? [] : [node.open + inside + node.close]
  })
  return markup.join(gap)
}

/** The wanted parts that replace each current one. */
function placesFor(
  current: readonly PlacedPart[],
  wanted: readonly ListingPart[],
): Map<PlacedPart, ListingPart[]> {
  const known = new Map(current.map((one) => [one.part.key, one]))
  const body = current.find(({ part }) => part.kind !== 'paragraph')
  const isOtherLayout = !wanted.some((part) => part.kind !== 'paragraph' && known.has(part.key))
  const places = new Map(current.map((one): [PlacedPart, ListingPart[]] => [one, []]))
  let last: ListingPart[] | undefined
  let waiting: ListingPart[] = []
  for (const part of wanted) {
    const isBody = part.kind !== 'paragraph'
    const own = known.get(part.key) ?? (isBody && isOtherLayout ? body : undefined)
    const isFirstBody = isBody && last?.every(({ kind }) => kind === 'paragraph')
    const place = own && places.get(own)
    if (place) {
      place.push(...waiting, part)
      waiting = []
      last = place
    } else if (isFirstBody === true) waiting.push(part)
    else last?.push(part)
  }
  last?.push(...waiting)
  return places
}

function sameGroups(a: readonly ListingNode[], b: readonly ListingNode[]): boolean {
  return a.length === b.length && a.every((group, at) => group === b[at])
}

import { placesOf, type Place } from './attribute-places.ts'
import { isHidingAttribute } from './hidden-content.ts'
import { rewritePlace, type Rewriting } from './rewrite-place.ts'
import { referenceOf } from './moved-address.ts'
import { ownContainers } from './page-parts.ts'
import { isPlainBlock, unwrapBlocks } from './unwrap-blocks.ts'

/** Versions of one text, whose styling is merged attribute by attribute. */
export type DressSides = { base: string; current: string; wanted: string }

/** The partner's version may lack a container that an earlier version of ours has. */
const ownPlaces = placesOf(ownContainers)

/** An attribute that an editor set or removed (`undefined`). */
type Edit = { name: string; before: string | undefined; after: string | undefined }
type EditedPlace = { base: Place | undefined; current: Place; edits: Edit[] }

/**
 * Whether an editor's attributes, or blocks around others, differ between two versions of the same content. Automatic
 * changes by the CMS, its HTML filter or its editors do not count.
 */
export function isDressed(base: string, current: string): boolean {
  if (base === current) return false
  return editedPlaces(placesOf(base), placesOf(current)).some(isEdited)
}

/**
 * The wanted markup with the attributes that an editor added to the current one, and with its URLs if the site moved.
 * If an attribute has no place, or the partner's version sets it too, the result is undefined or omits it, depending on
 * `how`. `hide` applies only the attributes that hide something, for another part of the page.
 */
export function redress(
  { base, current, wanted }: DressSides,
  how: 'fail' | 'leave out' | 'hide' = 'fail',
): string | undefined {
  const [before, now, next] = [base, current, wanted].map(placesOf) as [Place[], Place[], Place[]]
  const targetOf = counterparts(before, next)
  const rewritings = new Map<Place, Rewriting>()
  const edited = withLayout(editedPlaces(before, now))
  for (const place of how === 'hide' ? edited.map(onlyHiding) : edited) {
    const target = place.base && targetOf.get(place.base)
    const clashes = (edit: Edit): boolean => {
      const theirs = target?.attributes.get(edit.name)
      return target === undefined || (theirs !== edit.before && theirs !== edit.after)
    }
    const isLost = target === undefined ? isEdited(place) : place.edits.some(clashes)
    if (isLost && how !== 'leave out') return undefined
    if (target === undefined) continue
    rewritings.set(target, {
      from: current.slice(place.current.start, place.current.end),
      edits: place.edits.filter((edit) => !clashes(edit)),
      addresses: movedAddresses(place, target),
    })
  }
  return rewriteAll(wanted, rewritings)
}

/**
 * The markup without attributes that no place of this kind has in `like` or in our containers, and without blocks around
 * others that `like` does not have: presumably an editor added them.
 */
export function undress(dressed: string, like: string): string {
  const markup = unwrapBlocks(dressed, like)
  const known = new Map<string, Set<string>>()
  const keyOf = ({ kind, name }: Place): string => `${kind} ${name}`
  for (const place of [...placesOf(like), ...ownPlaces]) {
    const entries = known.get(keyOf(place)) ?? new Set()
    for (const entry of place.attributes) entries.add(entry.join(' '))
    known.set(keyOf(place), entries)
  }
  const rewritings = placesOf(markup).map((place): [Place, Rewriting] => {
    const others = [...place.attributes].filter((entry) => !known.get(keyOf(place))?.has(entry.join(' ')))
    const edits = others.map(([name, before]): Edit => ({ name, before, after: undefined }))
    return [place, { from: '', edits, addresses: {} }]
  })
  return rewriteAll(markup, new Map(rewritings))
}

function isEdited({ base, current: { kind, name }, edits }: EditedPlace): boolean {
  return edits.length > 0 || (base === undefined && kind === 'block' && !isPlainBlock(name))
}

function onlyHiding(place: EditedPlace): EditedPlace {
  const edits = place.edits.filter(({ name, after = '' }) => isHidingAttribute(name, after))
  return { ...place, edits }
}

/** The layout attribute of a table block only repeats the class of its table, so the class decides. */
function withLayout(places: readonly EditedPlace[]): EditedPlace[] {
  const isChanged = places.some(({ edits }) => edits.some(({ name }) => name === 'class has-fixed-layout'))
  const layout = { name: 'hasFixedLayout', before: undefined, after: '' }
  return places.map((place) =>
    isChanged && place.current.name === 'core/table' ? { ...place, edits: [...place.edits, layout] } : place,
  )
}

/** The places of the current markup, each with its differences from the base version. */
function editedPlaces(base: readonly Place[], current: readonly Place[]): EditedPlace[] {
  const known = byPosition(base)
  return [...byPosition(current)].map(([key, place]) => {
    const before = known.get(key)
    const names = new Set([...(before?.attributes.keys() ?? []), ...place.attributes.keys()])
    const edits = [...names].flatMap((name): Edit[] => {
      const [old, now] = [before?.attributes.get(name), place.attributes.get(name)]
      // HTML filters remove attributes of elements.
      const isFiltered = now === undefined && place.kind === 'element' && !name.startsWith('class ')
      return old === now || isFiltered ? [] : [{ name, before: old, after: now }]
    })
    return { base: before, current: place, edits }
  })
}

function byPosition(places: readonly Place[]): Map<string, Place> {
  const counts = new Map<string, number>()
  return new Map(
    places.map((place) => {
      const key = `${place.at} ${place.kind} ${place.name}`
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      return [`${key} ${count}`, place]
    }),
  )
}

/**
 * Maps each place to its counterpart in another version: in order if both versions have the same number of its kind,
 * else at the same index, until the kinds first differ.
 */
function counterparts(places: readonly Place[], others: readonly Place[]): Map<Place, Place> {
  const nameOf = ({ kind, name }: Place): string => `${kind} ${name}`
  const known = Map.groupBy(others, nameOf)
  const found = new Map<Place, Place>()
  for (const [name, own] of Map.groupBy(places, nameOf)) {
    const theirs = known.get(name) ?? []
    if (own.length !== theirs.length) continue
    for (const [at, other] of theirs.entries())
      for (const place of own.slice(at, at + 1)) found.set(place, other)
  }
  for (const [at, place] of places.entries()) {
    const other = others[at]
    if (other === undefined || nameOf(place) !== nameOf(other)) break
    if (!found.has(place)) found.set(place, other)
  }
  return found
}

/** The URLs of a moved site, if the wanted markup still has the old ones. */
function movedAddresses({ base, current }: EditedPlace, target: Place): Record<string, string> {
  const moved = Object.entries(current.addresses).filter(([name, address]) => {
    const before = base?.addresses[name]
    if (before === undefined || before === address || target.addresses[name] !== before) return false
    return referenceOf(before, base?.classes) === referenceOf(address, current.classes)
  })
  return Object.fromEntries(moved)
}

function rewriteAll(markup: string, rewritings: ReadonlyMap<Place, Rewriting>): string {
  let html = ''
  let at = 0
  for (const [place, rewriting] of [...rewritings].sort(([a], [b]) => a.start - b.start)) {
    html += markup.slice(at, place.start) + rewritePlace(markup.slice(place.start, place.end), rewriting)
    at = place.end
  }
  return html + markup.slice(at)
}

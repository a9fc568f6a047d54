import { restyle, type FindStyled, type StyledPlace } from '../markup/added-attributes.ts'
import { placesOf, type Place } from '../markup/attribute-places.ts'
import { isHidingAttribute } from '../markup/hidden-content.ts'
import { ownTokens } from '../markup/own-tokens.ts'
import { isPlainBlock } from '../markup/unwrap-blocks.ts'
import type { Steps } from '../text/steps.ts'
import type { ListingPart } from './listing-parts.ts'

/** An editor's attributes of one place. `role`: the place's counterpart in other parts and entries, of any layout. */
type Style = Omit<StyledPlace, 'place'> & { role: string }

/** Whether an editor changed attributes, or added blocks around others. */
export function isStyled(places: readonly StyledPlace[]): boolean {
  return places.some(({ place, from, edits }) => edits.length > 0 || isAddedBlock(place, from))
}

/** The wanted parts with an editor's attributes; undefined if one of these has no place. */
export function* dressParts(
  find: FindStyled,
  current: readonly ListingPart[],
  wanted: readonly ListingPart[],
): Steps<Map<ListingPart, string> | undefined> {
  const parts = new Map(current.map((part) => [part.key, part]))
  const styles = stylesOfParts(find, current, wanted)
  const ofItems = new Map<string, Style[]>()
  for (const part of current) {
    for (const [link, style] of stylesOfItems(find, part, styles.hidingOf)) ofItems.set(link, style)
    yield
  }
  const made = new Map<ListingPart, string>()
  for (const part of wanted) {
    const own = parts.get(part.key)
    const open = apply(part.open, own ? styles.of(own) : styles.sharedLike(part))
    const items = part.items.map(({ link, markup }) => apply(markup, ofItems.get(link) ?? []))
    if (open !== undefined && items.every((item) => item !== undefined))
      made.set(part, open + items.join(part.gap) + part.close)
    yield
  }
  return styles.isLost || made.size < wanted.length ? undefined : made
}

/** The styles of lists, rows, headings and paragraphs, and whether one of them has no place among the wanted parts. */
function stylesOfParts(find: FindStyled, current: readonly ListingPart[], wanted: readonly ListingPart[]) {
  const ownOf = memoizeByPart((part) => stylesIn(find, part.open))
  const kept = new Set(wanted.map(({ key }) => key))
  const links = new Set(wanted.flatMap(({ items }) => items.map(({ link }) => link)))
  const peersOf = (like: ListingPart): ListingPart[] => current.filter((part) => isPeer(part, like))
  const isShared = (part: ListingPart): boolean =>
    new Set(peersOf(part).map((peer) => JSON.stringify(ownOf(peer).map(withoutSource)))).size === 1
  /** A row has no fixed products, so each product that was hidden with its row stays hidden. */
  const hidesItems = (part: ListingPart): boolean =>
    !isShared(part) && (part.kind === 'row' || (part.kind === 'list' && !kept.has(part.key)))
  const of = (part: ListingPart): Style[] =>
    hidesItems(part) ? withEdits(ownOf(part), (...edit) => !isHidingAttribute(...edit)) : ownOf(part)
  const isLost = (part: ListingPart): boolean => {
    if (kept.has(part.key) || of(part).length === 0) return false
    if (part.kind === 'paragraph' || !wanted.some((other) => isPeer(other, part))) return true
    return !isShared(part) && part.items.some(({ link }) => links.has(link))
  }
  return {
    of,
    hidingOf: (part: ListingPart) => (hidesItems(part) ? withEdits(ownOf(part), isHidingAttribute) : []),
    /** All lists or rows, or all headings, have these, so new ones get them too. Only one element has an anchor. */
    sharedLike(part: ListingPart): Style[] {
      const [first] = peersOf(part)
      if (!first || !isShared(first)) return []
      const isSuccessor = !kept.has(first.key) && wanted.find((other) => isPeer(other, part)) === part
      return withEdits(of(first), (name) => isSuccessor || name !== 'id')
    },
    isLost: current.some(isLost),
  }
}

/** The styles of a part's entries with their links, and with the hiding of their row. */
function stylesOfItems(
  find: FindStyled,
  part: ListingPart,
  hidingOf: (part: ListingPart) => Style[],
): [link: string, styles: Style[]][] {
  const hiding = hidingOf(part)
  return part.items.map(({ link, markup }) => [link, [...hiding, ...stylesIn(find, markup)]])
}

/** Lists and rows are versions of each other. Each paragraph has its own purpose. */
function isPeer(a: ListingPart, b: ListingPart): boolean {
  const familyOf = ({ kind }: ListingPart): string => (kind === 'row' ? 'list' : kind)
  return a.kind !== 'paragraph' && familyOf(a) === familyOf(b)
}

function stylesIn(find: FindStyled, markup: string): Style[] {
  const places = find(markup)
  const roles = rolesOf(places.map(({ place }) => place))
  return places.flatMap(({ place, from, edits }) => {
    const role = String(roles.get(place))
    // A block around a part of an entry has no counterpart.
    if (role !== outerBlock && isAddedBlock(place, from)) return [{ role: 'added', from, edits: [] }]
    return edits.length > 0 ? [{ role, from, edits }] : []
  })
}

function apply(markup: string, styles: readonly Style[]): string | undefined {
  if (styles.length === 0) return markup
  const places = placesOf(markup)
  const targets = new Map([...rolesOf(places)].map(([place, role]) => [role, place]))
  const styled = new Map<Place, Style[]>()
  for (const style of styles) {
    const target = targets.get(style.role)
    if (target === undefined) return undefined
    styled.set(target, [...(styled.get(target) ?? []), style])
  }
  return restyle(markup, styled)
}

const outerBlock = 'outer block'

/** The outermost block and element; each other place by its kind, and whether it belongs to the image or to the text. */
function rolesOf(places: readonly Place[]): Map<Place, string> {
  let area = 'text'
  const counts = new Map<string, number>()
  return new Map(
    places.map((place) => {
      if (/^(?:core\/image|figure)$/.test(place.name)) area = 'image'
      if (/^(?:core\/paragraph|p)$/.test(place.name)) area = 'text'
      const outer = `outer ${place.kind}`
      const role = counts.has(outer) ? `${area} ${place.kind} ${place.name}` : outer
      const count = counts.get(role) ?? 0
      counts.set(role, count + 1)
      return [place, count === 0 ? role : `${role} ${count}`]
    }),
  )
}

function isAddedBlock({ kind, name }: Place, text: string): boolean {
  return kind === 'block' && !isPlainBlock(name) && ownTokens(text).length === 0
}

function withEdits(styles: readonly Style[], isWanted: (name: string, value: string) => boolean): Style[] {
  return styles.flatMap(({ edits, ...style }) => {
    const some = edits.filter(({ name, after = '' }) => isWanted(name, after))
    return some.length > 0 ? [{ ...style, edits: some }] : []
  })
}

function memoizeByPart(work: (part: ListingPart) => Style[]): (part: ListingPart) => Style[] {
  const known = new Map<ListingPart, Style[]>()
  return (part) => {
    const styles = known.get(part) ?? work(part)
    known.set(part, styles)
    return styles
  }
}

function withoutSource({ role, edits }: Style) {
  return { role, edits }
}

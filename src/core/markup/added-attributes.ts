import { placesOf, type Place } from './attribute-places.ts'
import { ownTokens } from './own-tokens.ts'
import { rewritePlace, type Rewriting } from './rewrite-place.ts'

/** A place with the attributes that an editor set or removed (`after` is undefined). */
export type StyledPlace = { place: Place; from: string; edits: Rewriting['edits'] }

/** Finds an editor's attributes in markup, by comparison with our own markup of the same kind. */
export type FindStyled = (markup: string) => StyledPlace[]

/**
 * `own` has each of our blocks and elements with each of our values. A value that it does not have is an editor's. So is
 * the absence of an attribute that all of ours have. HTML filters remove attributes of elements, so their absence counts
 * only if the block was changed too.
 */
export function createFindStyled(own: string): FindStyled {
  const known = new Map<string, Set<string>>()
  const constant = new Map<string, ReadonlyMap<string, string>>()
  for (const place of placesOf(own)) {
    const attributes = known.get(kindOf(place)) ?? new Set()
    for (const entry of place.attributes) attributes.add(entry.join(' '))
    known.set(kindOf(place), attributes)
    const key = keyOf(place, own)
    const shared = [...(constant.get(key) ?? place.attributes)]
    constant.set(key, new Map(shared.filter(([name, value]) => place.attributes.get(name) === value)))
  }
  return (markup) => {
    let isChanged = false
    return placesOf(markup).map((place) => {
      const isOurs = (entry: [string, string]): boolean =>
        known.get(kindOf(place))?.has(entry.join(' ')) === true || isAnchor(entry)
      const added = [...place.attributes].filter((entry) => !isOurs(entry))
      const isFiltered = place.kind === 'element' && !isChanged
      const required = isFiltered ? undefined : constant.get(keyOf(place, markup))
      const removed = [...(required?.keys() ?? [])].filter((name) => !place.attributes.has(name))
      const edits = [
        ...removed.map((name) => ({ name, after: undefined })),
        ...added.map(([name, after]) => ({ name, after })),
      ]
      isChanged = place.kind === 'block' && edits.length > 0
      return { place, from: markup.slice(place.start, place.end), edits }
    })
  }
}

/** The markup with changed places: each edit in order. */
export function restyle(
  markup: string,
  styles: ReadonlyMap<Place, readonly Omit<StyledPlace, 'place'>[]>,
): string {
  let html = ''
  let at = 0
  for (const [place, all] of [...styles].sort(([a], [b]) => a.start - b.start)) {
    const text = markup.slice(place.start, place.end)
    const styled = all.reduce(
      (tag, { from, edits }) => rewritePlace(tag, { from, edits, addresses: {} }),
      text,
    )
    html += markup.slice(at, place.start) + styled
    at = place.end
  }
  return html + markup.slice(at)
}

/** The anchors of our headings differ. */
function isAnchor([name, value]: [string, string]): boolean {
  return name === 'id' && value.startsWith('products-')
}

function kindOf({ kind, name }: Place): string {
  return `${kind} ${name}`
}

function keyOf(place: Place, markup: string): string {
  return [kindOf(place), ...ownTokens(markup.slice(place.start, place.end))].join(' ')
}

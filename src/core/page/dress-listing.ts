import { isDressed, redress, undress } from '../markup/dress.ts'
import { joinUnits, unitsOf, type Unit } from '../markup/units.ts'
import { sameFacts } from '../markup/visible-content.ts'
import { mergeInner } from '../merge/merge-units.ts'

/**
 * The wanted listing with the styling, hiding, notes and groups that an editor added to the current one. Items match if
 * they link the same page. Undefined if the wanted listing has no place for them.
 */
export function dressListing(current: string, wanted: string): string | undefined {
  const base = undress(current, wanted)
  if (!isDressed(base, current)) return wanted
  const items = itemsOf(wanted)
  const before = itemsOf(base)
  const dressed = new Map<string, string>()
  for (const [link, { markup }] of itemsOf(current)) {
    const [own, next] = [before.get(link), items.get(link)]
    if (!own || !next) continue
    const item = redress({ base: own.markup, current: markup, wanted: next.markup })
    if (item === undefined) return undefined
    dressed.set(link, item)
  }
  const sides = {
    base: withItems(base, items, new Map()),
    current: withItems(current, items, dressed),
    wanted,
  }
  const { inner, conflicts } = mergeInner(sides, 'keep')
  return conflicts.length === 0 && sameFacts(inner, wanted) ? inner : undefined
}

type Items = ReadonlyMap<string, Unit>

/** The items of all lists by the path of their link. */
function itemsOf(markup: string): Items {
  const found = (unit: Unit): [string, Unit][] =>
    isItem(unit) ? [[linkOf(unit), unit]] : (unit.inside?.units.flatMap(found) ?? [])
  return new Map(unitsOf(markup)?.flatMap(found))
}

/** Replaces the items of the lists in the markup, each with its version in `dressed` if there is one. */
function withItems(markup: string, items: Items, dressed: ReadonlyMap<string, string>): string {
  const own = [...items].map(([link, unit]) => ({ ...unit, markup: dressed.get(link) ?? unit.markup }))
  const renewed = (unit: Unit): Unit => {
    if (!unit.inside) return unit
    const { open, units, gap, close } = unit.inside
    const inside = joinUnits(units.some(isItem) ? own : units.map(renewed), gap)
    return { ...unit, markup: open.markup + inside + close.markup }
  }
  return joinUnits(unitsOf(markup)?.map(renewed) ?? [])
}

function isItem({ kind }: Unit): boolean {
  return kind === 'li' || kind === 'core/list-item'
}

/** Without the host, which changes if the site moves. */
function linkOf({ says }: Unit): string {
  const href = String(says.find((said) => said.startsWith('href ')))
  return href.replace(/^href https?:\/\/[^/]+/, '')
}

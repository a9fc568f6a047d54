import { isDressed } from '../markup/dress.ts'
import { joinUnits, unitsOf, type Inside, type Unit } from '../markup/units.ts'
import type { UnitSides } from './arrange-units.ts'
import { isContainer, matchParts, partsOf, type Container } from './layout-parts.ts'
import { createSlots, type Slot, type Slots } from './layout-slots.ts'
import { matchUnits } from './match-units.ts'

/**
 * Our last version and the current page, with their parts in the containers of the partner's version: columns, cards,
 * tables and lists. A part that moved into another container would otherwise count as removed and added, so that each
 * edit of it would be a conflict. Unchanged if no part moved, or if an editor's work would be lost.
 */
export function inWantedLayout(sides: UnitSides): UnitSides {
  const [base, wanted] = [partsOf(sides.base), partsOf(sides.wanted)]
  const matches = matchParts(base, wanted)
  if (matches === undefined) return sides
  const slots = createSlots(wanted, matches)
  const versions = slots.insert(sides.base, 'base') ? placeCurrent(slots, sides) : undefined
  if (versions === undefined) return sides
  const shells = shellsOf(slots.all, sides.base)
  if (losesStyling(versions, new Set(shells.values()))) return sides
  const own = rebuild(slots.all, 'base', (container) => shells.get(container) ?? container)
  const current = rebuild(slots.all, 'current', (container) => {
    const shell = shells.get(container)
    return (shell && versions.get(shell)) ?? shell ?? container
  })
  const isWhole = sameContent(own, sides.base) && sameContent(current, sides.current)
  return isWhole && own && current ? { ...sides, base: own, current } : sides
}

/**
 * Gives each current unit a slot: that of its earlier version, or a new one next to its neighbour. Returns the current
 * versions of our containers. Undefined if an editor moved units, or if one does not fit.
 */
function placeCurrent(slots: Slots, { base, current }: UnitSides): Map<Container, Container> | undefined {
  const versions = new Map<Container, Container>()
  const place = (earlier: readonly Unit[], units: readonly Unit[]): boolean => {
    const matches = matchUnits({ base: earlier, side: units })
    let last = -1
    return earlier.every((unit) => {
      const version = matches.get(unit)
      if (version === undefined) return true
      const at = units.indexOf(version)
      const isInOrder = at > last
      last = at
      if (!isInOrder || slots.show(unit, version)) return isInOrder
      if (!isContainer(unit) || !isContainer(version)) return false
      versions.set(unit, version)
      return place(unit.inside.units, version.inside.units)
    })
  }
  return place(base, current) && slots.insert(current, 'current') ? versions : undefined
}

/** Our last version of each of the partner's containers: the one around the same part, if it has the same kind. */
function shellsOf(slots: readonly Slot[], base: readonly Unit[]): Map<Container, Container> {
  const around = containersAround(base)
  const shells = new Map<Container, Container>()
  for (const { within, base: unit } of slots) {
    const own = (unit && around.get(unit))?.toReversed() ?? []
    for (const [at, container] of within.toReversed().entries()) {
      const shell = own[at]
      if (shell === undefined || shell.kind !== container.kind) break
      if (!shells.has(container)) shells.set(container, shell)
    }
  }
  return shells
}

/** The containers around each unit, the outermost first. */
function containersAround(
  units: readonly Unit[],
  within: readonly Container[] = [],
): Map<Unit, readonly Container[]> {
  const inner = units.flatMap((unit) =>
    isContainer(unit) ? [...containersAround(unit.inside.units, [...within, unit])] : [],
  )
  return new Map([...units.map((unit) => [unit, within] as const), ...inner])
}

/** Whether an editor styled or hid a container of ours that the partner's version does not have. */
function losesStyling(versions: ReadonlyMap<Container, Container>, kept: ReadonlySet<Container>): boolean {
  const lost = [...versions].filter(([container]) => !kept.has(container))
  return lost.some(([before, after]) => isDressed(before.inside.open.markup, after.inside.open.markup))
}

type Shell = (container: Container) => Container

function rebuild(slots: readonly Slot[], side: 'base' | 'current', shellOf: Shell): Unit[] | undefined {
  const parts = slots.flatMap(({ within, [side]: unit }) => (unit === undefined ? [] : [{ within, unit }]))
  return unitsOf(joinUnits(assemble(parts, shellOf)))
}

type Placed = { within: readonly Container[]; unit: Unit }

/** The units at a depth: parts, and containers with all that belongs into them. */
function assemble(parts: readonly Placed[], shellOf: Shell, depth = 0): { markup: string }[] {
  const groups: { container: Container | undefined; parts: Placed[] }[] = []
  for (const part of parts) {
    const container = part.within[depth]
    const last = groups.at(-1)
    if (container !== undefined && last?.container === container) last.parts.push(part)
    else groups.push({ container, parts: [part] })
  }
  return groups.flatMap((group) => {
    if (group.container === undefined) return group.parts.map(({ unit }) => unit)
    const { open, gap, close }: Inside = shellOf(group.container).inside
    const inner = joinUnits(assemble(group.parts, shellOf, depth + 1), gap)
    return [{ markup: open.markup + inner + close.markup }]
  })
}

/** Whether two versions have the same parts, in any order. */
function sameContent(units: readonly Unit[] | undefined, others: readonly Unit[]): boolean {
  return units !== undefined && contentOf(units) === contentOf(others)
}

function contentOf(units: readonly Unit[]): string {
  return partsOf(units)
    .map(({ unit }) => unit.says.join('\n'))
    .sort()
    .join('\n\n')
}

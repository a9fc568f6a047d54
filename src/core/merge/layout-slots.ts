import type { Unit } from '../markup/units.ts'
import { isContainer, type Container, type Part } from './layout-parts.ts'

/** The place of a part in the partner's layout, with our last version of it and the current one. */
export type Slot = { within: readonly Container[]; base?: Unit; current?: Unit }
type Side = 'base' | 'current'

export type Slots = {
  all: readonly Slot[]
  /** Enters the current version of a unit; false if the unit is not in one slot. */
  show(unit: Unit, current: Unit): boolean
  /** Adds slots for all units that have none, each next to its neighbour; false if one does not fit there. */
  insert(units: readonly Unit[], side: Side): boolean
}

type Place = { slot: Slot; depth: number }

/** The containers of items; no other unit fits in these, and items fit nowhere else. */
const tables = ['core/table', 'table', 'figure', 'core/html']
const holders: Readonly<Record<string, readonly string[]>> = {
  'core/column': ['core/columns'],
  'core/button': ['core/buttons'],
  'core/list-item': ['core/list'],
  li: ['core/list', 'ul', 'ol', 'core/html'],
  tr: [...tables, 'thead', 'tbody', 'tfoot'],
  thead: tables,
  tbody: tables,
  tfoot: tables,
}
/** Text that is read from right to left is one HTML block, which contains units of all kinds. */
const forItems = new Set(Object.values(holders).flat()).difference(new Set(['core/html']))

/** The slots of the partner's parts that we have written before. `matches` maps these parts to our last version. */
export function createSlots(wanted: readonly Part[], matches: ReadonlyMap<Unit, Unit>): Slots {
  const known = wanted.flatMap(({ unit, within }): [Unit, Slot][] => {
    const base = matches.get(unit)
    return base === undefined ? [] : [[base, { within, base }]]
  })
  const slotOf = new Map(known)
  const all = known.map(([, slot]) => slot)

  /** The slots of a unit or of its parts, each with the number of containers between them, the unit included. */
  function placesOf(unit: Unit, depth = 0): Place[] {
    const slot = slotOf.get(unit)
    if (slot !== undefined) return [{ slot, depth }]
    return isContainer(unit) ? unit.inside.units.flatMap((one) => placesOf(one, depth + 1)) : []
  }

  function insert(units: readonly Unit[], side: Side): boolean {
    const siblings = units.flatMap((unit) => {
      // The other column may be gone.
      const isGone = side === 'base' && nameOf(unit) === 'core/column' && placesOf(unit).length === 0
      return isGone && isContainer(unit) ? unit.inside.units : [unit]
    })
    return siblings.every((unit, at) => {
      if (slotOf.has(unit)) return true
      if (isContainer(unit) && placesOf(unit).length > 0) return insert(unit.inside.units, side)
      const [earlier, later] = [siblings.slice(0, at), siblings.slice(at + 1)].map((some) =>
        some.map((one) => placesOf(one)).filter(({ length }) => length > 0),
      )
      const before = earlier?.at(-1)
      const near = before ?? later?.[0]
      if (near === undefined) return false
      const anchor = near.reduce((best, one) =>
        all.indexOf(one.slot) > all.indexOf(best.slot) === (before !== undefined) ? one : best,
      )
      const within = homeOf(unit, anchor)
      if (within === undefined) return false
      const slot: Slot = { within }
      slot[side] = unit
      all.splice(indexBeside(anchor.slot, within.length, before !== undefined), 0, slot)
      slotOf.set(unit, slot)
      return true
    })
  }

  /** The index after or before a slot, and outside the containers of that slot below `depth`. */
  function indexBeside(slot: Slot, depth: number, isAfter: boolean): number {
    const container = slot.within[depth]
    const index = all.indexOf(slot)
    if (container === undefined) return isAfter ? index + 1 : index
    const isInside = ({ within }: Slot): boolean => within[depth] === container
    return isAfter ? all.findLastIndex(isInside) + 1 : all.findIndex(isInside)
  }

  return {
    all,
    show(unit, current) {
      const slot = slotOf.get(unit)
      if (slot === undefined) return false
      slot.current = current
      slotOf.set(current, slot)
      return true
    },
    insert,
  }
}

/** The name of a block or element, without our class tokens. */
function nameOf({ kind }: Unit): string {
  return kind.replace(/ .*/, '')
}

/** The containers for a unit whose sibling has this place; undefined if it does not fit into any of them. */
function homeOf(unit: Unit, { slot: { within }, depth }: Place): readonly Container[] | undefined {
  const around = within.slice(0, Math.max(0, within.length - depth))
  const own = holders[nameOf(unit)]
  const fits = (container: Container): boolean =>
    own?.includes(nameOf(container)) ?? !forItems.has(nameOf(container))
  const at = around.findLastIndex(fits)
  return at === -1 && own !== undefined ? undefined : around.slice(0, at + 1)
}

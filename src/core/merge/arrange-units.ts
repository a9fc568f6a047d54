import type { Unit } from '../markup/units.ts'
import { matchUnits } from './match-units.ts'

export type UnitSides = { base: readonly Unit[]; current: readonly Unit[]; wanted: readonly Unit[] }

/** The versions of one unit; a side is absent if it does not contain the unit. */
export type Versions = { base?: Unit; current?: Unit; wanted?: Unit }

export type Arrangement = {
  /** The order of the merged page. */
  merged: Versions[]
  /** The wanted order. */
  wanted: Versions[]
  /** Whether an editor moved units. */
  isMoved: boolean
}

/**
 * Matches the units of all sides and orders them: in the editor's order if an editor moved units, otherwise in the
 * partner's. A unit that only the other side has keeps its predecessor.
 */
export function arrange({ base, current, wanted }: UnitSides): Arrangement {
  const inBase = base.map((unit): Versions => ({ base: unit }))
  const known = new Map(inBase.map((one) => [one.base, one]))
  // A unit that both sides added, for example by a write with a lost reply, is not a version of another unit.
  const agreed = agreedTexts({ base, current, wanted })
  const changed = (side: readonly Unit[]): Unit[] => side.filter((unit) => !agreed.has(textOf(unit)))
  const edited = matchUnits({ base, side: changed(current) })
  const renewed = matchUnits({ base, side: changed(wanted) })
  const inCurrent = place(current, edited, 'current', (unit) => known.get(unit))
  const added = new Map(inCurrent.filter((one) => !one.base).map((one) => [textOf(one.current), one]))
  const inWanted = place(wanted, renewed, 'wanted', (unit, version) => {
    const same = unit === undefined ? added.get(textOf(version)) : undefined
    added.delete(textOf(version))
    return same ?? known.get(unit)
  })
  const isMoved = !sameOrder(inCurrent, inBase) && !sameOrder(inCurrent, inWanted)
  const merged = isMoved ? weave(inCurrent, inWanted) : weave(inWanted, inCurrent)
  return { merged: weave(merged, inBase), wanted: weave(inWanted, inBase), isMoved }
}

/** The text of units that are new on both sides and occur once on each. */
function agreedTexts({ base, current, wanted }: UnitSides): ReadonlySet<string> {
  const old = new Set(base.map(textOf))
  const onceIn = (side: readonly Unit[]): Set<string> =>
    new Set([...Map.groupBy(side, textOf)].flatMap(([text, units]) => (units.length === 1 ? [text] : [])))
  return onceIn(current).intersection(onceIn(wanted)).difference(old)
}

/** The units of a side, each joined to its known other versions. */
function place(
  side: readonly Unit[],
  matches: ReadonlyMap<Unit, Unit>,
  name: 'current' | 'wanted',
  find: (base: Unit | undefined, version: Unit) => Versions | undefined,
): Versions[] {
  const baseOf = new Map([...matches].map(([unit, version]) => [version, unit]))
  return side.map((version) => Object.assign(find(baseOf.get(version), version) ?? {}, { [name]: version }))
}

function textOf(unit: Unit | undefined): string {
  return String(unit?.says.join('\n'))
}

/** Whether the shared units have the same order on both sides. */
function sameOrder(ones: readonly Versions[], others: readonly Versions[]): boolean {
  const [known, knownOthers] = [new Set(ones), new Set(others)]
  const common = others.filter((one) => known.has(one))
  return ones.filter((one) => knownOthers.has(one)).every((one, at) => one === common[at])
}

/** Inserts the units that only `other` has into `main`, each after the same predecessor. */
function weave(main: readonly Versions[], other: readonly Versions[]): Versions[] {
  const known = new Set(main)
  const followers = new Map<Versions | undefined, Versions[]>()
  let anchor: Versions | undefined
  for (const one of other) {
    if (known.has(one)) anchor = one
    else followers.set(anchor, [...(followers.get(anchor) ?? []), one])
  }
  const behind = (one: Versions | undefined): Versions[] => followers.get(one) ?? []
  return [...behind(undefined), ...main.flatMap((one) => [one, ...behind(one)])]
}

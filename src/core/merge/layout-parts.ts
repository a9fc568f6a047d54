import { sameUnit, type Inside, type Unit } from '../markup/units.ts'
import { matchUnits, sharedWords } from './match-units.ts'

/** A unit that only arranges the units inside it. */
export type Container = Unit & { inside: Inside }

/** A unit that is not divided further, and the containers around it, the outermost first. */
export type Part = { unit: Unit; within: readonly Container[] }

/** Whether a unit can be divided, and shows nothing apart from the units inside it. */
export function isContainer(unit: Unit): unit is Container {
  if (unit.inside === undefined) return false
  const { open, close } = unit.inside
  return [...open.says, ...close.says].every((said) => said.startsWith('element '))
}

export function partsOf(units: readonly Unit[], within: readonly Container[] = []): Part[] {
  return units.flatMap((unit) =>
    isContainer(unit) ? partsOf(unit.inside.units, [...within, unit]) : [{ unit, within }],
  )
}

/**
 * Maps the parts of the partner's version to their earlier versions. Undefined if no part has moved into another kind
 * of container.
 */
export function matchParts(base: readonly Part[], wanted: readonly Part[]): Map<Unit, Unit> | undefined {
  const [earlier, now] = [layoutsOf(base), layoutsOf(wanted)]
  if (new Set(earlier.values()).symmetricDifference(new Set(now.values())).size === 0) return undefined
  const unitsIn = (parts: readonly Part[]): Unit[] => parts.map(({ unit }) => unit)
  // Unlike units in one place, units in different containers with no common word are not versions of each other.
  const pairs = [...matchUnits({ base: unitsIn(base), side: unitsIn(wanted) })].filter(
    ([unit, version]) => sameUnit(unit, version) || sharedWords(unit, version) > 0,
  )
  const isMoved = pairs.some(
    ([unit, version]) => sameUnit(unit, version) && earlier.get(unit) !== now.get(version),
  )
  return isMoved ? new Map(pairs.map(([unit, version]) => [version, unit])) : undefined
}

function layoutsOf(parts: readonly Part[]): Map<Unit, string> {
  return new Map(parts.map(({ unit, within }) => [unit, within.map(({ kind }) => kind).join('/')]))
}

import { jsonLdKind, sameUnit, type Inside, type Unit } from '../markup/units.ts'
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
 * Maps the parts of the partner's version to their earlier versions. Undefined if all parts are still together in
 * containers of the same kinds.
 */
export function matchParts(base: readonly Part[], wanted: readonly Part[]): Map<Unit, Unit> | undefined {
  const unitsIn = (parts: readonly Part[]): Unit[] => parts.map(({ unit }) => unit)
  // Units in different containers with no common word are not versions of each other.
  const pairs = [...matchUnits({ base: unitsIn(base), side: unitsIn(wanted) })].filter(
    ([unit, version]) =>
      unit.kind === jsonLdKind || sameUnit(unit, version) || sharedWords(unit, version) > 0,
  )
  const same = pairs.filter(([unit, version]) => sameUnit(unit, version))
  return isRearranged(same, withinOf(base), withinOf(wanted))
    ? new Map(pairs.map(([unit, version]) => [version, unit]))
    : undefined
}

type Within = ReadonlyMap<Unit, readonly Container[]>

function withinOf(parts: readonly Part[]): Within {
  return new Map(parts.map(({ unit, within }) => [unit, within]))
}

/** Whether a part moved into another kind of container, or the parts of one container are now in several. */
function isRearranged(pairs: readonly (readonly [Unit, Unit])[], base: Within, wanted: Within): boolean {
  const [after, before] = [new Map<Container, Container>(), new Map<Container, Container>()]
  const isSame = (from: Container, to: Container): boolean => {
    if (!after.has(from)) after.set(from, to)
    if (!before.has(to)) before.set(to, from)
    return after.get(from) === to && before.get(to) === from
  }
  return pairs.some(([unit, version]) => {
    const [old = [], now = []] = [base.get(unit), wanted.get(version)]
    return layoutOf(old) !== layoutOf(now) || !zip(old, now).every(([from, to]) => isSame(from, to))
  })
}

/** Pairs of two lists of the same length. */
function zip(ones: readonly Container[], others: readonly Container[]): [Container, Container][] {
  return ones.flatMap((one, at) =>
    others.slice(at, at + 1).map((other): [Container, Container] => [one, other]),
  )
}

function layoutOf(within: readonly Container[]): string {
  return within.map(({ kind }) => kind).join('/')
}

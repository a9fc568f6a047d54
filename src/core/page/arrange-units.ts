import type { Unit } from '../markup/units.ts'

/** The versions of one unit on the three sides; absent where a side does not have it. */
export type Versions = { base?: Unit; current?: Unit; wanted?: Unit }

export type Arrangement = {
  /** The versions of every unit, by an id of its own. */
  nodes: Map<string, Versions>
  /** The order of the merged page. */
  merged: string[]
  /** The wanted order. */
  wanted: string[]
  /** Whether an editor moved units. */
  isMoved: boolean
}

/**
 * The order of a merge: the editor's where an editor moved units, otherwise the partner's. What the other side added
 * follows the unit that it follows there. `inCurrent` and `inWanted` hold, for each unit of the base, its place there.
 */
export function arrange(
  { base, current, wanted }: { base: readonly Unit[]; current: readonly Unit[]; wanted: readonly Unit[] },
  inCurrent: readonly (number | undefined)[],
  inWanted: readonly (number | undefined)[],
): Arrangement {
  const nodes = new Map<string, Versions>(base.map((unit, at) => [`base ${at}`, { base: unit }]))
  const currentIds = idsOf(current, inCurrent, 'current')
  for (const [at, id] of currentIds.entries())
    nodes.set(id, { ...nodes.get(id), ...version('current', current[at]) })
  const addedByEditor = new Map(
    currentIds.flatMap((id, at) =>
      id.startsWith('current') ? [[current[at]?.says.join('\n'), id] as const] : [],
    ),
  )
  const wantedIds = idsOf(wanted, inWanted, 'wanted').map((id, at) => {
    const says = wanted[at]?.says.join('\n')
    const equal = id.startsWith('wanted') ? addedByEditor.get(says) : undefined
    addedByEditor.delete(says)
    return equal ?? id
  })
  for (const [at, id] of wantedIds.entries())
    nodes.set(id, { ...nodes.get(id), ...version('wanted', wanted[at]) })
  const isMoved = !isAscending(currentIds) && !sameOrder(currentIds, wantedIds)
  const [first, second] = isMoved ? [currentIds, wantedIds] : [wantedIds, currentIds]
  const baseIds = [...base.keys()].map((at) => `base ${at}`)
  return {
    nodes,
    merged: weave(weave(first, second), baseIds),
    wanted: weave(wantedIds, baseIds),
    isMoved,
  }
}

/** The id of each unit of a side: that of its version in the base, or one of its own. */
function idsOf(
  side: readonly Unit[],
  inSide: readonly (number | undefined)[],
  name: 'current' | 'wanted',
): string[] {
  const ids = side.map((_, at) => `${name} ${at}`)
  for (const [at, place] of inSide.entries()) if (place !== undefined) ids[place] = `base ${at}`
  return ids
}

function version(side: 'current' | 'wanted', unit: Unit | undefined): Versions {
  return unit ? { [side]: unit } : {}
}

function isAscending(ids: readonly string[]): boolean {
  const places = ids.filter((id) => id.startsWith('base')).map((id) => Number(id.split(' ')[1]))
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1))
}

function sameOrder(ids: readonly string[], others: readonly string[]): boolean {
  const [known, knownOthers] = [new Set(ids), new Set(others)]
  const common = others.filter((id) => known.has(id))
  return ids.filter((id) => knownOthers.has(id)).every((id, at) => id === common[at])
}

/** The ids of `main`, with each id that only `other` has behind the one it follows there. */
function weave(main: readonly string[], other: readonly string[]): string[] {
  const known = new Set(main)
  const followers = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const id of other) {
    if (known.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  return [...(followers.get(undefined) ?? []), ...main.flatMap((id) => [id, ...(followers.get(id) ?? [])])]
}

import { hiddenPart, isRevealing, type Hidden } from '../markup/hidden-content.ts'
import { jsonLdKind, sameUnit } from '../markup/units.ts'
import type { Versions } from './arrange-units.ts'
import { sharedWords } from './match-units.ts'

/**
 * For each new unit of the partner, the adjacent hidden units that it may replace or be split from. A unit that shares
 * more words with a visible neighbour belongs to that neighbour.
 */
export function hiddenSources(wanted: readonly Versions[], hidden: Hidden): Map<Versions, Versions[]> {
  const found = new Map<Versions, Versions[]>()
  for (const [unit, near] of neighbours(wanted)) {
    const { true: concealed = [], false: others = [] } = Object.groupBy(
      near,
      (one) => `${isHidden(one, hidden)}`,
    )
    const own = mostShared(unit, concealed)
    // A hidden table that stays a table has nothing to do with a new paragraph without a common word.
    const sources =
      own > 0 ? concealed : concealed.filter(({ wanted: now }) => !now || now.kind === unit.wanted?.kind)
    const isOther = mostShared(unit, others) > own || (own === 0 && isApart(unit))
    if (sources.length > 0 && !isOther) found.set(unit, sources)
  }
  return found
}

/** Rows without a common word are different rows, and JSON-LD has no text. */
function isApart({ wanted }: Versions): boolean {
  return wanted?.kind === 'tr' || wanted?.kind === jsonLdKind
}

/** The changed or removed units next to each new one. */
function neighbours(wanted: readonly Versions[]): Map<Versions, Versions[]> {
  const found = new Map<Versions, Versions[]>()
  for (const all of [wanted, wanted.toReversed()]) {
    let near: Versions[] = []
    for (const one of all) {
      if (!one.base && !one.current) found.set(one, [...(found.get(one) ?? []), ...near])
      else if (sameUnit(one.base, one.wanted)) near = []
      else near = one.wanted ? [one] : [...near, one]
    }
  }
  return found
}

function mostShared({ wanted }: Versions, others: readonly Versions[]): number {
  return others.reduce((most, { base }) => Math.max(most, sharedWords(base, wanted)), 0)
}

/** Whether an editor hid a unit or moved it into a hidden group. List items and table rows count separately. */
function isHidden({ base, current }: Versions, hidden: Hidden): boolean {
  if (base === undefined) return false
  if (current === undefined) return isRevealing(base.markup, hidden)
  const part = hiddenPart(current.markup, hidden)
  return part === 'all' || (part === 'some' && current.inside === undefined)
}

/** Whether an editor hid a whole unit, directly or in a group. */
export function isWhollyHidden({ base, current }: Versions, hidden: Hidden): boolean {
  if (current !== undefined) return base !== undefined && hiddenPart(current.markup, hidden) === 'all'
  return base !== undefined && isRevealing(base.markup, hidden)
}

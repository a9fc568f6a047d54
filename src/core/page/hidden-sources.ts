import { hiddenPart, isRevealing, type Hidden } from '../markup/hidden-content.ts'
import type { Versions } from './arrange-units.ts'
import { sameUnit } from '../markup/units.ts'
import { sharesWords } from './match-units.ts'

/** For each new unit of the partner, the hidden units from which it may have been split, or which it may replace. */
export function hiddenSources(wanted: readonly Versions[], hidden: Hidden): Map<Versions, Versions[]> {
  const found = new Map<Versions, Versions[]>()
  for (const stretch of changedStretches(wanted)) {
    const sources = stretch.filter((versions) => isHidden(versions, hidden))
    if (sources.length === 0) continue
    for (const versions of stretch) {
      if (versions.base || versions.current) continue
      // Rows that share no word are different rows.
      const isRow = versions.wanted?.kind === 'tr'
      const own = sources.filter(({ base }) => !isRow || sharesWords(base, versions.wanted))
      found.set(versions, own)
    }
  }
  return found
}

/** Units that the partner changed, between those that stayed. */
function changedStretches(wanted: readonly Versions[]): Versions[][] {
  const stretches: Versions[][] = [[]]
  for (const versions of wanted) {
    if (sameUnit(versions.base, versions.wanted)) stretches.push([])
    else stretches.at(-1)?.push(versions)
  }
  return stretches
}

/** Whether an editor hid a unit, or put it into something hidden. Items of a list and rows of a table count one by one. */
function isHidden({ base, current }: Versions, hidden: Hidden): boolean {
  if (base === undefined) return false
  if (current === undefined) return isRevealing(base.markup, hidden)
  const part = hiddenPart(current.markup, hidden)
  return part === 'all' || (part === 'some' && current.inside === undefined)
}

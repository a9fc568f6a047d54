import { diffArrays } from 'diff'
import type { Unit } from '../markup/units.ts'

/** Units of the base and of one of its later versions. */
type Stretch = { base: readonly Unit[]; side: readonly Unit[] }
type Pair = [base: Unit, side: Unit]

/** Versions with more changes are not compared in order, because the time grows with the square of their number. */
const mostEdits = 2_000
/** Above this many pairs to compare, only equal units are matched, and rewritten ones by their order. */
const mostPairs = 40_000
/** Two versions of a unit share at least this fraction of their words. */
const leastShared = 0.3

/**
 * Maps each unit of the base to its version in `side`; units without one are omitted. Equal units are matched first, in
 * order, then moved ones. The most similar units of one kind between these follow.
 */
export function matchUnits(all: Stretch): Map<Unit, Unit> {
  const { pairs, gaps } = pairInOrder(all)
  const matches = new Map(pairs)
  const taken = new Set(matches.values())
  const left = ({ base, side }: Stretch): Stretch => ({
    base: base.filter((unit) => !matches.has(unit)),
    side: side.filter((unit) => !taken.has(unit)),
  })
  const add = (more: readonly Pair[]): void => {
    for (const [unit, version] of more) {
      if (matches.has(unit) || taken.has(version)) continue
      matches.set(unit, version)
      taken.add(version)
    }
  }
  add(movedPairs(left(all)))
  for (const gap of gaps) {
    add(similarPairs(left(gap)))
    add(rewrittenPairs(left(gap)))
  }
  add(similarPairs(left(all)))
  return matches
}

/** Equal units in the order of both sides, and the stretches between them. */
function pairInOrder({ base, side }: Stretch): { pairs: Pair[]; gaps: Stretch[] } {
  const pairs: Pair[] = []
  const gaps: Stretch[] = []
  let gap = { base: [] as Unit[], side: [] as Unit[] }
  const changes = diffArrays(base.map(textOf), side.map(textOf), { maxEditLength: mostEdits })
  if (changes === undefined) return { pairs: [], gaps: [{ base, side }] }
  let [ours, theirs] = [0, 0]
  for (const { added, removed, count } of changes) {
    const [units, versions] = [base.slice(ours, ours + count), side.slice(theirs, theirs + count)]
    if (!added) ours += count
    if (!removed) theirs += count
    if (removed) gap.base = [...gap.base, ...units]
    else if (added) gap.side = [...gap.side, ...versions]
    else {
      for (const pair of zip(units, versions)) pairs.push(pair)
      gaps.push(gap)
      gap = { base: [], side: [] }
    }
  }
  return { pairs, gaps: [...gaps, gap] }
}

/** Equal units that were moved; units that occur more than once are ambiguous and omitted. */
function movedPairs({ base, side }: Stretch): Pair[] {
  const same = Map.groupBy(side, textOf)
  return [...Map.groupBy(base, textOf)].flatMap(([text, units]) => {
    const versions = same.get(text) ?? []
    return units.length === 1 && versions.length === 1 ? zip(units, versions) : []
  })
}

/** Units of one kind that share words, the most similar first. */
function similarPairs({ base, side }: Stretch): Pair[] {
  if (base.length * side.length > mostPairs) return []
  const versions = side.map((unit) => ({ unit, words: wordsOf(unit) }))
  return base
    .flatMap((unit) => {
      const words = wordsOf(unit)
      return versions
        .filter(({ unit: { kind } }) => kind === unit.kind)
        .map((version) => ({ pair: [unit, version.unit] as Pair, shared: sharedPart(words, version.words) }))
    })
    .filter(({ shared }) => shared >= leastShared)
    .sort((a, b) => b.shared - a.shared)
    .map(({ pair }) => pair)
}

/** Units rewritten from scratch: they share no words, but both sides have the same number of that kind. */
function rewrittenPairs({ base, side }: Stretch): Pair[] {
  const versions = Map.groupBy(side, ({ kind }) => kind)
  return [...Map.groupBy(base, ({ kind }) => kind)].flatMap(([kind, units]) => {
    const same = versions.get(kind) ?? []
    // Rows without a common word are different rows.
    return kind === 'tr' || same.length !== units.length ? [] : zip(units, same)
  })
}

function zip(units: readonly Unit[], versions: readonly Unit[]): Pair[] {
  return units.flatMap((unit, at) => versions.slice(at, at + 1).map((version): Pair => [unit, version]))
}

/** The number of words that two units have in common. */
export function sharedWords(a: Unit | undefined, b: Unit | undefined): number {
  return textWords(a).intersection(textWords(b)).size
}

function textWords(unit: Unit | undefined): Set<string> {
  const texts = String(
    unit?.says
      .filter((said) => said.startsWith('text '))
      .map((said) => said.slice('text '.length))
      .join(' '),
  )
  return new Set(texts.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}

function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.intersection(b).size / Math.max(a.size, b.size, 1)
}

function wordsOf({ says }: Unit): Set<string> {
  return new Set(says.flatMap((said) => said.split(' ').slice(1)))
}

function textOf({ says }: Unit): string {
  return says.join('\n')
}

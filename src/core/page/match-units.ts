import { diffArrays } from 'diff'
import type { Unit } from '../markup/units.ts'

/** Above this many pairs to compare, units are matched by order alone. */
const mostPairs = 40_000
/** Two versions of a unit share at least this part of their words. */
const leastShared = 0.3

/**
 * Which unit of `side` is the same, or another version of, each unit of `base`; undefined where there is none. Equal
 * units first, in order; then equal units that were moved; then, between these, the most similar ones of one kind.
 */
export function matchUnits(base: readonly Unit[], side: readonly Unit[]): (number | undefined)[] {
  const { matches, gaps } = matchInOrder(base, side)
  const free = new Set([...side.keys()].filter((at) => !matches.includes(at)))
  const pair = (at: number, other: number): void => {
    if (matches[at] !== undefined || !free.delete(other)) return
    matches[at] = other
  }
  const unmatched = (places: Iterable<number>): number[] =>
    [...places].filter((at) => matches[at] === undefined)

  for (const [at, other] of movedPairs(base, side, unmatched(base.keys()), free)) pair(at, other)
  for (const gap of gaps) {
    const inGap = (): [number[], number[]] => [unmatched(gap.base), gap.side.filter((at) => free.has(at))]
    for (const [at, other] of similarPairs(base, side, ...inGap())) pair(at, other)
    for (const [at, other] of rewrittenPairs(base, side, ...inGap())) pair(at, other)
  }
  for (const [at, other] of similarPairs(base, side, unmatched(base.keys()), [...free])) pair(at, other)
  return matches
}

type Gap = { base: number[]; side: number[] }

function matchInOrder(
  base: readonly Unit[],
  side: readonly Unit[],
): { matches: (number | undefined)[]; gaps: Gap[] } {
  const matches: (number | undefined)[] = base.map(() => undefined)
  const gaps: Gap[] = []
  let gap: Gap = { base: [], side: [] }
  let [at, other] = [0, 0]
  for (const { added, removed, value } of diffArrays(base.map(textOf), side.map(textOf))) {
    for (const _ of value) {
      if (removed) gap.base.push(at++)
      else if (added) gap.side.push(other++)
      else {
        gaps.push(gap)
        gap = { base: [], side: [] }
        matches[at++] = other++
      }
    }
  }
  return { matches, gaps: [...gaps, gap] }
}

/** Units that stand elsewhere and say the same; not those of which there are several. */
function movedPairs(
  base: readonly Unit[],
  side: readonly Unit[],
  from: readonly number[],
  to: Iterable<number>,
): [number, number][] {
  const same = Map.groupBy(to, (at) => textOf(side[at]))
  return [...Map.groupBy(from, (at) => textOf(base[at]))].flatMap(([text, [at, ...more]]) => {
    const [other, ...others] = same.get(text) ?? []
    return at === undefined || other === undefined || more.length + others.length > 0 ? [] : [[at, other]]
  })
}

/** Units of one kind that share words, the most similar first. */
function similarPairs(
  base: readonly Unit[],
  side: readonly Unit[],
  from: readonly number[],
  to: readonly number[],
): [number, number][] {
  if (from.length * to.length > mostPairs) return []
  const others = to.map((other) => ({ other, kind: side[other]?.kind, words: wordsOf(side[other]) }))
  return from
    .flatMap((at) => {
      const words = wordsOf(base[at])
      return others
        .filter(({ kind }) => kind === base[at]?.kind)
        .map((unit) => ({ at, other: unit.other, shared: sharedPart(words, unit.words) }))
    })
    .filter(({ shared }) => shared >= leastShared)
    .sort((a, b) => b.shared - a.shared)
    .map(({ at, other }) => [at, other])
}

/** Units that share no words, but are all of a kind in their gap on both sides: rewritten from scratch. */
function rewrittenPairs(
  base: readonly Unit[],
  side: readonly Unit[],
  from: readonly number[],
  to: readonly number[],
): [number, number][] {
  const others = Map.groupBy(to, (at) => side[at]?.kind)
  return [...Map.groupBy(from, (at) => base[at]?.kind)].flatMap(([kind, places]) => {
    const same = others.get(kind) ?? []
    // Rows that share no word are different rows.
    if (kind === 'tr' || same.length !== places.length) return []
    return places.map((at, index): [number, number] => [at, same[index] ?? -1])
  })
}

function sharedPart(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const most = Math.max(a.size, b.size)
  return most === 0 ? 0 : a.intersection(b).size / most
}

function wordsOf(unit: Unit | undefined): Set<string> {
  return new Set(unit?.says.flatMap((said) => said.split(' ').slice(1)))
}

function textOf(unit: Unit | undefined): string {
  return unit ? unit.says.join('\n') : ''
}

import { draw as mix } from '../../../src/mock/seed/random.ts'

/** Random choices from a seed. Equal seeds give equal choices. */
export type Draw = {
  /** A whole number, both ends included. */
  int(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the alternatives, with a probability in proportion to its weight. */
  weighted<T>(alternatives: readonly (readonly [weight: number, value: T])[]): T
  /** A random selection of fields by share: `{ title: [0.9, () => …] }`. */
  members(shares: Readonly<Record<string, readonly [share: number, value: () => unknown]>>): Members
}

export type Members = Record<string, unknown>

export function createDraw(seed: number, index: number): Draw {
  let drawn = 0
  const next = (): number => mix(seed, index, drawn++) / 2 ** 32
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const chance = (share: number): boolean => next() < share

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('cannot pick from an empty list')
    return list[int(0, list.length - 1)] as T
  }

  function weighted<T>(alternatives: readonly (readonly [number, T])[]): T {
    let left = next() * alternatives.reduce((sum, [weight]) => sum + weight, 0)
    const found = alternatives.find(([weight]) => (left -= weight) < 0) ?? alternatives.at(-1)
    if (found === undefined) throw new RangeError('cannot pick from no alternatives')
    return found[1]
  }

  function members(shares: Readonly<Record<string, readonly [number, () => unknown]>>): Members {
    const chosen = Object.entries(shares).filter(([, [share]]) => chance(share))
    return Object.fromEntries(chosen.map(([name, [, value]]) => [name, value()]))
  }

  return { int, chance, pick, weighted, members }
}

/** Numbers drawn from a seed; the same seed and the same calls give the same numbers. */
export type Random = {
  /** A whole number from 0 to `below` − 1. */
  below(below: number): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
  /** One of the names, with its weight as probability. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
  /** So many different items, in the order in which they were drawn. */
  some<T>(items: readonly T[], count: number): T[]
}

/** Draws from `seed` and `index` (mulberry32). */
export function createRandom(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  function pick<T>(items: readonly T[]): T {
    const [item] = items.slice(below(items.length))
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick,
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const names = Object.keys(weights) as T[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      return names.find((name) => (left -= weights[name]) < 0) ?? pick(names)
    },
    some<T>(items: readonly T[], count: number): T[] {
      const pool = [...items]
      return Array.from({ length: Math.min(count, pool.length) }, () =>
        pool.splice(below(pool.length), 1),
      ).flat()
    },
  }
}

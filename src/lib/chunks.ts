/** Splits a list into lists of at most `size`. */
export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}

/** Splits items into lists of at most `size` while they arrive. */
export async function* groupsOf<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** The items under the same key, in the order of first appearance. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Each item with its value, in order; omits items without a value. */
export function withValues<T, V>(items: readonly T[], values: readonly (V | undefined)[]): [T, V][] {
  return items.flatMap((item, index): [T, V][] => {
    const value = values[index]
    return value === undefined ? [] : [[item, value]]
  })
}

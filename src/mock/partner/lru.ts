/** A cache of the most recently used values, up to `limit` in total size. `sizeOf` and `limit` use the same unit. */
export function createLru<V>(limit: number, sizeOf: (value: V) => number) {
  const entries = new Map<string, V>()
  let size = 0

  return {
    get: (key: string): V | undefined => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key: string, value: V): void => {
      const before = entries.get(key)
      if (before !== undefined) size -= sizeOf(before)
      entries.delete(key)
      entries.set(key, value)
      size += sizeOf(value)
      for (const [oldest, old] of entries) {
        if (size <= limit || oldest === key) return
        entries.delete(oldest)
        size -= sizeOf(old)
      }
    },
    clear: (): void => {
      entries.clear()
      size = 0
    },
  }
}

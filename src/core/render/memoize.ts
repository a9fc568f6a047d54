/**
 * Caches a function by key, for values that are slow to make and have few keys, such as the data of a language. Entries
 * are never removed.
 */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, { value: Made }>()
  return (key) => {
    let known = made.get(key)
    if (!known) made.set(key, (known = { value: make(key) }))
    return known.value
  }
}

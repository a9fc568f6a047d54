/**
 * The same function, called once for each key: for what is slow to make and has few keys, such as the data of a
 * language. Nothing is ever forgotten.
 */
export function onceEach<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, { value: Made }>()
  return (key) => {
    let known = made.get(key)
    if (!known) made.set(key, (known = { value: make(key) }))
    return known.value
  }
}

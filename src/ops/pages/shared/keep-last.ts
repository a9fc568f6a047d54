/** Remembers the last value that was read, for as long as the same one is asked for; `keyOf` undefined: read anew. */
export function keepLast<Asked, Value>(
  read: (asked: Asked) => Promise<Value>,
  { keyOf }: { keyOf: (asked: Asked) => string | undefined },
): (asked: Asked) => Promise<Value> {
  let kept: { key: string; value: Value } | undefined
  return async (asked) => {
    const key = keyOf(asked)
    if (key !== undefined && kept?.key === key) return kept.value
    const value = await read(asked)
    if (key !== undefined) kept = { key, value }
    return value
  }
}

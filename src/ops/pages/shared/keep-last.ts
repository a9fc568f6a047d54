/** Caches the last value that was read, by its key; without a key it is read again. */
export function keepLast<Input, Value>(
  read: (input: Input) => Promise<Value>,
  { keyOf }: { keyOf: (input: Input) => string | undefined },
): (input: Input) => Promise<Value> {
  let kept: { key: string; value: Value } | undefined
  return async (input) => {
    const key = keyOf(input)
    if (key !== undefined && kept?.key === key) return kept.value
    const value = await read(input)
    if (key !== undefined) kept = { key, value }
    return value
  }
}

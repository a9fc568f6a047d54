/** Up to `limit` items of a scan, and whether there are more. */
export async function takeUnique<T>(
  scan: AsyncIterable<T[]>,
  { idOf, limit }: { idOf: (item: T) => string; limit: number },
): Promise<{ items: T[]; more: boolean }> {
  // By id, because Redis may return an entry twice while its hash grows.
  const found = new Map<string, T>()
  for await (const items of scan) {
    for (const item of items) found.set(idOf(item), item)
    if (found.size > limit) break
  }
  return { items: [...found.values()].slice(0, limit), more: found.size > limit }
}

/** A reason in full, without commands, and as the text of a group. */
export type ReasonWords = { full: string; plain: string; group: string }

/** Items with a common reason; `reason` has no commands if they differ from item to item. */
export type SharedReason<Item> = { reason: string; items: Item[] }

/** Groups items by reason, the most frequent first. */
export function groupByReason<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => ReasonWords,
): SharedReason<Item>[] {
  const groups = Map.groupBy(
    items.map((item) => ({ item, ...wordsOf(item) })),
    ({ group }) => group,
  )
  const shared = [...groups.values()].map((some): SharedReason<Item> => {
    const isSame = new Set(some.map(({ full }) => full)).size === 1
    const [reason = ''] = some.map(({ full, plain }) => (isSame ? full : plain))
    return { reason, items: some.map(({ item }) => item) }
  })
  return shared.sort((a, b) => b.items.length - a.items.length)
}

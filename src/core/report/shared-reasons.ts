import { groupOf, wholeOf } from './reason.ts'

/** Items with a common reason; `reason` has no commands if they differ from item to item. */
export type SharedReason<Item> = { reason: string; items: Item[] }

/** Groups items by reason, the most frequent first. */
export function groupByReason<Item>(
  items: readonly Item[],
  reasonOf: (item: Item) => string,
): SharedReason<Item>[] {
  const groups = Map.groupBy(items, (item) => {
    const reason = reasonOf(item)
    // A reason that is only a command forms a separate group.
    return groupOf(reason) || reason
  })
  const shared = [...groups.values()].map((some): SharedReason<Item> => {
    const reasons = [...new Set(some.map(reasonOf))]
    const [first = ''] = reasons
    return { reason: reasons.length === 1 ? first : wholeOf(first), items: some }
  })
  return shared.sort((a, b) => b.items.length - a.items.length)
}

import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Unconfirmed } from '../../core/decisions/unconfirmed.ts'
import type { Stores } from '../../store/stores.ts'

/**
 * The record that is unconfirmed for the longest time: it fails, its page is open in the editor, or its write got no
 * reply.
 */
export async function findOldestUnconfirmed(deps: Stores): Promise<Unconfirmed | undefined> {
  const found = [
    await oldest(deps.failing, 'failing', ({ since }) => since),
    await oldest(deps.deferrals, 'left while open in the editor', ({ since }) => since),
    await oldest(deps.intents, 'sent, not yet confirmed', ({ sentAt }) => new Date(sentAt).toISOString()),
  ]
  return found.reduce((a, b) => (a !== undefined && (b === undefined || a.since <= b.since) ? a : b))
}

async function oldest<T>(
  table: { scan(): AsyncIterable<{ key: RecordKey; value: T }[]> },
  why: Unconfirmed['why'],
  sinceOf: (value: T) => string,
): Promise<Unconfirmed | undefined> {
  let found: Unconfirmed | undefined
  for await (const entries of table.scan()) {
    for (const { key, value } of entries) {
      // The same table contains the intents of parent pages.
      if (recordId(key).startsWith('parent:')) continue
      const since = sinceOf(value)
      if (found === undefined || since < found.since) found = { record: key, since, why }
    }
  }
  return found
}

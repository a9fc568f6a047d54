import type { Redis } from 'ioredis'
import { recordId } from '../../../src/core/record/record.ts'
import { intentShape } from '../../../src/store/formats/shapes/writes.ts'
import { setFields } from '../../../src/store/redis/hash.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import type { Intent, IntentKey } from '../../../src/sync/ports/writes.ts'

/** Stores intents in their state after the response to a write was lost. */
export async function storeIntents(
  redis: Redis,
  keys: Keys,
  entries: readonly (Intent & { key: IntentKey })[],
): Promise<void> {
  const fields = entries.map(
    ({ key, ...intent }) =>
      [typeof key === 'string' ? key : recordId(key), intentShape.encode(intent)] as const,
  )
  await setFields(redis, keys.intents, fields)
}

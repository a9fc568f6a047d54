import type { Redis } from 'ioredis'
import type { NameSource } from '../../core/mapping/name-sources.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** Editors rename terms and files. */
const lifetimeSeconds = 3_600

/** The names of terms and files that commands and pages showed in the last hour, to spare the CMS. */
export function createFieldNames(redis: Redis, keys: Keys) {
  const key = keys.fieldNames
  return {
    /** "" as the name of an id that the CMS did not return. */
    async save(source: NameSource, names: ReadonlyMap<number, string>): Promise<void> {
      const isNew = (await redis.pttl(key)) < 0
      const transaction = redis.multi()
      setFields(
        transaction,
        key,
        [...names].map(([id, name]) => [`${source}/${id}`, name] as const),
      )
      if (isNew) transaction.expire(key, lifetimeSeconds)
      await execute(transaction)
    },

    /** The saved names, by id. */
    async read(source: NameSource, ids: readonly number[]): Promise<Map<number, string>> {
      const names = await readTexts(
        redis,
        key,
        ids.map((id) => `${source}/${id}`),
      )
      return new Map(
        ids.flatMap((id, index) => {
          const name = names[index]
          return typeof name === 'string' ? [[id, name] as const] : []
        }),
      )
    },
  }
}

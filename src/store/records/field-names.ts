import type { Redis } from 'ioredis'
import { idsIn, type FieldNames, type FieldText } from '../../core/record/field-names.ts'
import type { MappedField } from '../../core/record/mapped.ts'
import type { MergeField } from '../../core/record/page.ts'
import { inChunks } from '../../lib/chunks.ts'
import { readTexts, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

const atOnce = 1_000
/** Terms beyond this number are shown as ids. */
const mostOfField = 20_000

/** The names of the terms and files that mapped fields contain, as the last run read them; only for display. */
export function createFieldNames(redis: Redis, keys: Keys) {
  const key = keys.fieldNames
  return {
    async save(field: MappedField, names: ReadonlyMap<number, string>): Promise<void> {
      const entries = [...names].slice(0, mostOfField).map(([id, name]) => [`${field}/${id}`, name] as const)
      for (const group of inChunks(entries, atOnce)) await setFields(redis, key, group)
    },

    /** The known names of the ids in these texts. */
    async read(texts: readonly FieldText[]): Promise<FieldNames> {
      const wanted = new Map(
        texts.flatMap((one) => idsIn(one).map((id) => [`${one[0]}/${id}`, { field: one[0], id }] as const)),
      )
      const found = new Map<MergeField, Map<number, string>>()
      for (const group of inChunks([...wanted], atOnce)) {
        const names = await readTexts(
          redis,
          key,
          group.map(([name]) => name),
        )
        for (const [index, [, { field, id }]] of group.entries()) {
          const name = names[index] ?? ''
          if (name !== '') found.set(field, (found.get(field) ?? new Map<number, string>()).set(id, name))
        }
      }
      return found
    },
  }
}

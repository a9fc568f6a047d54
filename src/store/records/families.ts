import type { ChainableCommander, Redis } from 'ioredis'
import { memberOf, type FamilyBy, type Member } from '../../core/render/family/member.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { FamilyKey } from '../../sync/ports/stored.ts'
import type { Product } from '../../core/record/product.ts'
import { groupBy } from '../../lib/chunks.ts'
import { memberShape } from '../formats/shapes/member.ts'
import { defineScript, nothing } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, scanHash } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

const saveMembers = defineScript('records/save-members', nothing)

/**
 * Products as members of their families: those whose pages exist, and those that a run plans. A damaged value counts as
 * missing; a rewrite of the page stores it again.
 */
export function createFamilies(redis: Redis, keys: Keys) {
  const decode = (key: string) => (text: string | null, field: string) =>
    text === null ? undefined : memberShape.tryDecode(text, { key, field })

  return {
    /** The members as their pages show them. */
    async stored(records: readonly RecordKey[]): Promise<(Member | undefined)[]> {
      const found = new Map<RecordKey, Member | undefined>()
      for (const [language, group] of groupBy(records, (record) => record.language)) {
        const key = keys.members(language)
        const gtins = group.map(({ gtin }) => gtin)
        const texts = await readTexts(redis, key, gtins)
        for (const [index, record] of group.entries())
          found.set(record, decode(key)(texts[index] ?? null, record.gtin))
      }
      return records.map((record) => found.get(record))
    },

    /** The members as a run plans them; undefined for a product without a planned version. */
    async planned(runId: string, records: readonly RecordKey[]): Promise<(Member | undefined)[]> {
      const ids = records.map(recordId)
      const texts = await readTexts(redis, keys.planMembers(runId), ids)
      return texts.map((text, index) => decode(keys.planMembers(runId))(text, ids[index] ?? ''))
    },

    /** The planned members of a run, some hundred at a time. */
    scanPlanned: (runId: string): AsyncIterable<{ record: RecordKey; member: Member }[]> =>
      scanHash(redis, keys.planMembers(runId), (id, text) => {
        const member = memberShape.tryDecode(text, { key: keys.planMembers(runId), field: id })
        return member && { record: toRecordKey(id), member }
      }),

    /** At most `limit` GTINs of each family, with those that a run adds; some may have left it. */
    async gtins(
      runId: string | undefined,
      families: readonly FamilyKey[],
      limit: number,
    ): Promise<string[][]> {
      if (families.length === 0) return []
      const pipeline = redis.pipeline()
      const read = (key: string, prefix: string) =>
        pipeline.zrangebylex(key, `[${prefix}/`, `(${prefix}0`, 'LIMIT', 0, limit)
      for (const { language, family } of families) {
        read(keys.families(language), family)
        if (runId !== undefined) read(keys.planFamilies(runId), `${language}/${family}`)
      }
      const replies = (await execute(pipeline)) as string[][]
      const perFamily = replies.length / families.length
      return families.map((_, index) => {
        const members = replies.slice(index * perFamily, (index + 1) * perFamily).flat()
        return [...new Set(members.map((member) => member.slice(member.lastIndexOf('/') + 1)))]
      })
    },
  }
}

/** Adds the commands that save products as members of their families. */
export function saveMembersOf(
  transaction: ChainableCommander,
  keys: Keys,
  products: readonly Product[],
  familyBy: FamilyBy | undefined,
): void {
  if (familyBy === undefined) return
  for (const [language, group] of groupBy(products, (product) => product.language)) {
    const args = group.flatMap((product) => {
      const member = memberOf(product, familyBy)
      return [product.gtin, member.family, memberShape.encode(member)]
    })
    const touched = [keys.members(language), keys.families(language), keys.staleLinks]
    saveMembers.queue(transaction, touched, args)
  }
}

import type { Redis } from 'ioredis'
import { z } from 'zod'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SnapshotHead } from '../../core/record/snapshot.ts'
import { decodeAll, type Shape } from '../formats/define-shape.ts'
import { decisionShape } from '../formats/shapes/decisions.ts'
import { headShape } from '../formats/shapes/snapshot.ts'
import { failingShape, missingAssetsShape, pageStateShape } from '../formats/shapes/waiting.ts'
import { defineScript } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import { decodeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { decodeEtags } from './etags.ts'

const Text = z.string().nullable()
const Replies = z.tuple([z.array(z.array(Text)), z.tuple([Text, Text])])

const readTables = defineScript('records/read-tables', z.unknown())

/** The data about a chunk of records that a run needs before it requests them. */
export function createChunkTables(redis: Redis, keys: Keys) {
  return {
    /**
     * Reads the data of records in one language, in one round trip. Its tables decode a value when they are read, and
     * throw a DamagedError that names all unreadable ones of the given records.
     */
    async read(runId: string, language: string, gtins: readonly string[]) {
      const hashes = {
        heads: keys.heads(language),
        misses: keys.misses(language),
        decisions: keys.decisions,
        failing: keys.failing,
        missingAssets: keys.missingAssets,
        pageStates: keys.pageStates,
        suspects: keys.suspects,
        resynced: keys.planResynced(runId),
      }
      const names = Object.keys(hashes)
      const pipeline = readTables.queue(redis.pipeline(), Object.values(hashes), [language, ...gtins])
      const replies = await execute(pipeline.mget(keys.fullReads, keys.etagFault))
      const [tables, marks] = Replies.parse(replies)
      const positions = new Map(gtins.map((gtin, index) => [gtin, index]))
      const textsOf = (name: keyof typeof hashes, records: readonly RecordKey[]): (string | null)[] => {
        const texts = tables[names.indexOf(name)] ?? []
        return records.map(({ gtin }) => texts[positions.get(gtin) ?? -1] ?? null)
      }
      const tableOf = <T>(
        name: 'decisions' | 'failing' | 'missingAssets' | 'pageStates',
        shape: Shape<T>,
      ) => ({
        read: async (records: readonly RecordKey[]): Promise<(T | undefined)[]> =>
          decodeFields(shape, hashes[name], records.map(recordId), textsOf(name, records)),
      })
      const idsIn = (name: 'misses' | 'suspects' | 'resynced'): ReadonlySet<string> => {
        const texts = textsOf(
          name,
          gtins.map((gtin) => ({ gtin, language })),
        )
        return new Set(
          gtins.filter((_, index) => texts[index] !== null).map((gtin) => recordId({ gtin, language })),
        )
      }
      return {
        heads: (records: readonly RecordKey[]): (SnapshotHead | undefined)[] =>
          decodeAll(textsOf('heads', records), (text, index) => {
            const record = records[index] ?? { gtin: '', language }
            return headShape.decode(text, { key: hashes.heads, field: record.gtin, record: recordId(record) })
          }),
        decisions: tableOf('decisions', decisionShape),
        failing: tableOf('failing', failingShape),
        missingAssets: tableOf('missingAssets', missingAssetsShape),
        pageStates: tableOf('pageStates', pageStateShape),
        /** The ids of records that the last run missed. */
        missed: idsIn('misses'),
        /** Those of records with a held version. */
        suspects: idsIn('suspects'),
        /** Those that another run has synced since this run planned them. */
        resynced: idsIn('resynced'),
        etags: decodeEtags(runId, marks),
      }
    },
  }
}

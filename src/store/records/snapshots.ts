import type { ChainableCommander, Redis } from 'ioredis'
import { z } from 'zod'
import type { Confirmed, Miss } from '../../sync/ports/stored.ts'
import { digestOf } from '../../core/text/digest.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'
import { sortedNumbers } from '../../core/text/gtin-numbers.ts'
import { groupBy } from '../../lib/chunks.ts'
import type { StoredPlace } from '../../lib/stored-errors.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { replaceUnchanged, scanHash, setFields } from '../redis/hash.ts'
import { bodyShape, headShape } from '../formats/shapes/snapshot.ts'
import { decodeAll, toCount } from '../formats/define-shape.ts'
import { defineScript, nothing } from '../lua/script.ts'
import { addLinks } from '../runs/search-texts.ts'
import { bodyOf, headOf } from './save-snapshots.ts'
import { compact } from '../../lib/compact.ts'

const saveLinks = defineScript('records/save-links', nothing)
const listGtins = defineScript(
  'records/list-gtins',
  z.tuple([z.string(), z.string(), z.string(), z.string()]),
)

/** Snapshots in two hashes per language: short heads for comparison, compressed bodies for merges. */
export function createSnapshots(redis: Redis, keys: Keys) {
  const heads = async (wanted: readonly RecordKey[]) => {
    const raw = await readFields(wanted, (pipeline, language, gtins) =>
      pipeline.hmget(keys.heads(language), ...gtins),
    )
    return decodeAll(raw, (text, index) => headShape.decode(String(text), placeOf('heads', wanted[index])))
  }

  const placeOf = (part: 'heads' | 'bodies', record: RecordKey | undefined): StoredPlace =>
    record === undefined
      ? { key: part }
      : { key: keys[part](record.language), field: record.gtin, record: recordId(record) }

  async function readFields(
    wanted: readonly RecordKey[],
    command: (pipeline: ChainableCommander, language: string, gtins: string[]) => unknown,
  ): Promise<(string | Buffer | null)[]> {
    if (wanted.length === 0) return []
    const pipeline = redis.pipeline()
    const groups = [...groupBy(wanted, (key) => key.language)]
    for (const [language, group] of groups)
      command(
        pipeline,
        language,
        group.map((key) => key.gtin),
      )
    const replies = (await execute(pipeline)) as (string | Buffer | null)[][]
    const found = new Map(
      groups.flatMap(([, group], at) => group.map((key, index) => [key, replies[at]?.[index] ?? null])),
    )
    return wanted.map((key) => found.get(key) ?? null)
  }

  async function readMisses(wanted: readonly RecordKey[]) {
    const found = await readFields(wanted, (pipeline, language, gtins) =>
      pipeline.hmget(keys.misses(language), ...gtins),
    )
    return wanted.map((_, index) => {
      const [text = '0', lastRun, at, place] = String(found[index] ?? '0').split('|')
      // A retirement that is too late does less harm than one based on a guess.
      return { count: toCount(text), lastRun, at: Number(at), place }
    })
  }

  async function clearMisses(wanted: readonly RecordKey[]): Promise<void> {
    const pipeline = redis.pipeline()
    for (const [language, group] of groupBy(wanted, (key) => key.language)) {
      pipeline.hdel(keys.misses(language), ...group.map((key) => key.gtin))
    }
    if (wanted.length > 0) await execute(pipeline)
  }

  async function countByLanguage(): Promise<[language: string, mirrored: number][]> {
    const languages = (await redis.smembers(keys.languages)).sort()
    if (languages.length === 0) return []
    const pipeline = redis.pipeline()
    for (const language of languages) pipeline.hlen(keys.heads(language)).scard(keys.retired(language))
    const counts = (await execute(pipeline)) as number[]
    return languages.map((language, at) => [language, (counts[2 * at] ?? 0) - (counts[2 * at + 1] ?? 0)])
  }

  return {
    heads,

    /** Each language with its number of records whose page is mirrored and not retired, in alphabetical order. */
    countByLanguage,

    async read(wanted: readonly RecordKey[]): Promise<(Snapshot | undefined)[]> {
      const [short, long] = await Promise.all([
        heads(wanted),
        readFields(wanted, (pipeline, language, gtins) =>
          pipeline.hmgetBuffer(keys.bodies(language), ...gtins),
        ),
      ])
      const bodies = decodeAll(long, (bytes, index) =>
        Buffer.isBuffer(bytes) ? bodyShape.unpack(bytes, placeOf('bodies', wanted[index])) : undefined,
      )
      return short.map((head, index) => {
        const body = bodies[index]
        if (head === undefined || body === undefined) return undefined
        const { listed: _, ...rest } = head
        return { ...rest, ...body }
      })
    },

    /** Number of records of one language, or of all, whose page is mirrored and not retired. */
    async countMirrored(language?: string): Promise<number> {
      const counts = await countByLanguage()
      const counted = language === undefined ? counts : counts.filter(([one]) => one === language)
      return counted.reduce((sum, [, count]) => sum + count, 0)
    },

    /** Languages with a mirrored, unretired page, in alphabetical order. */
    async mirroredLanguages(): Promise<string[]> {
      return (await countByLanguage()).flatMap(([language, count]) => (count > 0 ? [language] : []))
    },

    /** Languages that have any snapshot. */
    async languages(): Promise<string[]> {
      return (await redis.smembers(keys.languages)).sort()
    },

    /** Those of these languages that have any snapshot, read from the snapshots themselves. */
    async knownLanguages(languages: readonly string[]): Promise<string[]> {
      const pipeline = redis.pipeline()
      for (const language of languages) pipeline.exists(keys.heads(language))
      const found = languages.length === 0 ? [] : await execute(pipeline)
      return languages.filter((_, index) => found[index] === 1)
    },

    /** Adds those of these languages that have snapshots but are missing in the list of languages; returns them. */
    async listAgain(languages: readonly string[]): Promise<string[]> {
      const missing: string[] = []
      for (const language of languages)
        if (
          (await redis.exists(keys.heads(language))) === 1 &&
          (await redis.sadd(keys.languages, language)) === 1
        )
          missing.push(language)
      return missing
    },

    /**
     * Unordered GTINs of a language: all with a snapshot, those with a retired page, those that the last runs missed, and
     * those whose page shows an older version since Redis lost its data.
     */
    async gtins(language: string): Promise<Record<'all' | 'retired' | 'missed' | 'outdated', string[]>> {
      const pipeline = redis.pipeline().hkeys(keys.heads(language)).smembers(keys.retired(language))
      pipeline.hkeys(keys.misses(language)).smembers(keys.outdated(language))
      const [all = [], retired = [], missed = [], outdated = []] = (await execute(pipeline)) as string[][]
      return { all, retired, missed, outdated }
    },

    /** The same GTINs as sorted numbers, which takes a fraction of the time; anything else is omitted. */
    async gtinNumbers(
      language: string,
    ): Promise<Record<'all' | 'retired' | 'missed' | 'outdated', Float64Array>> {
      const sources = [keys.heads, keys.retired, keys.misses, keys.outdated].map((keyOf) => keyOf(language))
      const [all, retired, missed, outdated] = await listGtins.run(redis, sources, [])
      return {
        all: sortedNumbers(all),
        retired: sortedNumbers(retired),
        missed: sortedNumbers(missed),
        outdated: sortedNumbers(outdated),
      }
    },

    /** The GTIN of any other product with a snapshot in this language. */
    async otherGtin({ gtin, language }: RecordKey): Promise<string | undefined> {
      // Two different ones, because one may be the product itself.
      const found = (await redis.hrandfield(keys.heads(language), 2)) as string[]
      return found.find((other) => other !== gtin)
    },

    /** Walks the snapshots of a language, some hundred at a time. */
    scan: (language: string): AsyncIterable<{ gtin: string; head: SnapshotHead }[]> =>
      scanHash(redis, keys.heads(language), (gtin, text) => {
        const head = headShape.tryDecode(text, placeOf('heads', { gtin, language }))
        return head && { gtin, head }
      }),

    /** The number of misses, without counting; 0 for a record that the last run found. */
    async misses(wanted: readonly RecordKey[]): Promise<number[]> {
      return (await readMisses(wanted)).map(({ count }) => count)
    },

    /**
     * The number of consecutive misses of each record, including this one. A miss does not count if it is from the same
     * run or less than `intervalMs` after the last one that counted. A dry run counts nothing.
     */
    async countMisses(
      wanted: readonly RecordKey[],
      { runId, at, intervalMs, place }: Miss,
      dryRun: boolean,
    ): Promise<number[]> {
      const before = await readMisses(wanted)
      const pipeline = redis.pipeline()
      const counts = wanted.map((key, index) => {
        const { count = 0, lastRun, at: last = NaN } = before[index] ?? {}
        // The clock of the last miss may have been ahead: only time that has passed since now counts.
        const isAhead = count > 0 && at < last
        if (count > 0 && (lastRun === runId || (at >= last && at - last < intervalMs))) return count
        // Earlier versions stored no time, so their misses may all be from one night.
        const misses = Number.isNaN(last) ? 1 : isAhead ? count : count + 1
        pipeline.hset(keys.misses(key.language), key.gtin, `${misses}|${runId}|${at}|${place}`)
        return misses
      })
      if (pipeline.length > 0 && !dryRun) await execute(pipeline)
      return counts
    },

    clearMisses,

    /** Clears the misses of records that are listed again, if the last miss was in a list. */
    async clearMissesInLists(wanted: readonly RecordKey[]): Promise<void> {
      const missed = await readMisses(wanted)
      await clearMisses(wanted.filter((_, index) => missed[index]?.place === 'list'))
    },

    /**
     * Saves the changed URLs of mirrored pages, undefined if it is unknown now, and returns how many changed. The same step
     * marks their products’ language links and their languages’ listings as stale.
     */
    async saveLinks(
      entries: readonly { key: RecordKey; pageId: number; link: string | undefined }[],
    ): Promise<number> {
      const raw = await readFields(
        entries.map(({ key }) => key),
        (pipeline, language, gtins) => pipeline.hmget(keys.heads(language), ...gtins),
      )
      const touched = [keys.staleLinks, keys.staleListings]
      const places = new Map<string, number>()
      const moved: { key: RecordKey; link: string }[] = []
      const values = entries.flatMap(({ key, pageId, link }, index) => {
        const text = String(raw[index] ?? '')
        const head = headShape.tryDecode(text, placeOf('heads', key))
        if (head?.pageId !== pageId || head.link === link) return []
        if (link !== undefined) moved.push({ key, link })
        const { language, gtin } = key
        const place = places.get(language) ?? touched.push(keys.heads(language))
        places.set(language, place)
        return [String(place), language, gtin, text, headShape.encode(headOf(compact({ ...head, link })))]
      })
      if (values.length > 0) await saveLinks.run(redis, touched, values)
      await addLinks(redis, keys, moved)
      return values.length / 5
    },

    /** Replaces a snapshot's body; false if the snapshot has changed since it was read. Heads stay. */
    async replace({ gtin, language }: RecordKey, before: Snapshot, after: Snapshot): Promise<boolean> {
      const key = keys.bodies(language)
      const stored = await redis.hgetBuffer(key, gtin)
      if (stored === null) return false
      const body = bodyShape.unpack(stored, placeOf('bodies', { gtin, language }))
      if (digestOf(body) !== digestOf(bodyOf(before))) return false
      const args = [gtin, stored, bodyShape.pack(bodyOf(after))]
      return (await replaceUnchanged.run(redis, [key], args)) === 1
    },

    /** Saves the ETags and digests of records whose pages need no write; skips records without a snapshot. */
    async confirm(entries: readonly Confirmed[]): Promise<void> {
      const known = await heads(entries.map((entry) => entry.key))
      const changed = entries.flatMap(({ key, etag, digest }, index) => {
        const head = known[index]
        if (head === undefined) return []
        // The ETag of an older version must not confirm this one.
        const { etag: _, ...rest } = head
        const now = { ...rest, ...(digest !== undefined && { digest }), ...(etag !== undefined && { etag }) }
        return [{ key, text: headShape.encode(now) }]
      })
      const pipeline = redis.pipeline()
      for (const [language, group] of groupBy(changed, ({ key }) => key.language)) {
        const fields = group.map(({ key, text }) => [key.gtin, text] as const)
        setFields(pipeline, keys.heads(language), fields)
      }
      if (pipeline.length > 0) await execute(pipeline)
    },
  }
}

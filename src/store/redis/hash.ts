import type { ChainableCommander, Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import { decodeAll, type Shape } from '../formats/stored.ts'

// Redis refuses a command without fields, so each of these sends none for an empty list. Those that write work on a
// connection and in a pipeline or transaction.

type Entries = readonly (readonly [field: string, value: string | number | Buffer])[]

/** Sets fields of a hash. */
export function setFields(commands: ChainableCommander, key: string, entries: Entries): void
export function setFields(commands: Redis, key: string, entries: Entries): Promise<unknown>
export function setFields(commands: ChainableCommander | Redis, key: string, entries: Entries): unknown {
  return entries.length > 0 ? commands.hset(key, ...entries.flat()) : Promise.resolve()
}

/** Removes fields of a hash. */
export function removeFields(commands: ChainableCommander, key: string, fields: readonly string[]): void
export function removeFields(commands: Redis, key: string, fields: readonly string[]): Promise<unknown>
export function removeFields(
  commands: ChainableCommander | Redis,
  key: string,
  fields: readonly string[],
): unknown {
  return fields.length > 0 ? commands.hdel(key, ...fields) : Promise.resolve()
}

/** The texts in fields of a hash. */
export async function readTexts(
  redis: Redis,
  key: string,
  fields: readonly string[],
): Promise<(string | null)[]> {
  return fields.length > 0 ? redis.hmget(key, ...fields) : []
}

/** The values in fields of a hash; one DamagedError names all that cannot be read. */
export async function readFields<T>(
  redis: Redis,
  key: string,
  shape: Shape<T>,
  fields: readonly string[],
): Promise<(T | undefined)[]> {
  return decodeFields(shape, key, fields, await readTexts(redis, key, fields))
}

/** The same for texts that were read already. */
export function decodeFields<T>(
  shape: Shape<T>,
  key: string,
  fields: readonly string[],
  texts: readonly (string | null)[],
): (T | undefined)[] {
  return decodeAll(texts, (text, index) => shape.decode(text, { key, field: fields[index] ?? '' }))
}

/** Walks a hash, about `count` fields per round trip; skips a field that `decode` answers with undefined. */
export async function* scanHash<T extends object>(
  redis: Redis,
  key: string,
  decode: (field: string, text: string) => T | undefined,
  count = 500,
): AsyncGenerator<T[]> {
  let cursor = '0'
  do {
    const [next, flat] = await redis.hscan(key, cursor, 'COUNT', count)
    cursor = next
    const page = inChunks(flat, 2).flatMap(([field = '', text = '']) => decode(field, text) ?? [])
    if (page.length > 0) yield page
  } while (cursor !== '0')
}

import type { ChainableCommander, Redis } from 'ioredis'
import { z } from 'zod'
import { inChunks } from '../../lib/chunks.ts'
import { decodeAll, type Shape } from '../formats/define-shape.ts'
import { defineScript } from '../lua/script.ts'

// Redis refuses a command without fields, so none of these sends one for an empty list. The writing ones work on a
// connection and in a pipeline or transaction.

type Entries = readonly (readonly [field: string, value: string | number | Buffer])[]

export function setFields(commands: ChainableCommander, key: string, entries: Entries): void
export function setFields(commands: Redis, key: string, entries: Entries): Promise<unknown>
export function setFields(commands: ChainableCommander | Redis, key: string, entries: Entries): unknown {
  return entries.length > 0 ? commands.hset(key, ...entries.flat()) : Promise.resolve()
}

export function removeFields(commands: ChainableCommander, key: string, fields: readonly string[]): void
export function removeFields(commands: Redis, key: string, fields: readonly string[]): Promise<unknown>
export function removeFields(
  commands: ChainableCommander | Redis,
  key: string,
  fields: readonly string[],
): unknown {
  return fields.length > 0 ? commands.hdel(key, ...fields) : Promise.resolve()
}

/** Replaces or removes fields that are unchanged since they were read; the reply is their number. */
export const replaceUnchanged = defineScript('redis/replace-unchanged', z.int())

/** Removes fields whose values are unchanged since they were read. */
export async function removeUnchanged(
  redis: Redis,
  key: string,
  read: ReadonlyMap<string, string>,
): Promise<void> {
  const entries = [...read].flatMap(([field, value]) => [field, value, ''])
  if (entries.length > 0) await replaceUnchanged.run(redis, [key], entries)
}

/** The raw values of hash fields. */
export async function readTexts(
  redis: Redis,
  key: string,
  fields: readonly string[],
): Promise<(string | null)[]> {
  return fields.length > 0 ? redis.hmget(key, ...fields) : []
}

/** The decoded values of hash fields; one DamagedError names all unreadable ones. */
export async function readFields<T>(
  redis: Redis,
  key: string,
  shape: Shape<T>,
  fields: readonly string[],
): Promise<(T | undefined)[]> {
  return decodeFields(shape, key, fields, await readTexts(redis, key, fields))
}

/** Decodes raw values; one DamagedError names all unreadable ones. */
export function decodeFields<T>(
  shape: Shape<T>,
  key: string,
  fields: readonly string[],
  texts: readonly (string | null)[],
): (T | undefined)[] {
  return decodeAll(texts, (text, index) => shape.decode(text, { key, field: fields[index] ?? '' }))
}

/** Walks a hash, about `count` fields per round trip; skips fields for which `decode` returns undefined. */
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

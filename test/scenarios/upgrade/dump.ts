import type { Redis } from 'ioredis'

/** A stored value: UTF-8 text as it is, other bytes in base64. */
export type Text = string | { base64: string }

/** One Redis key with its value by type; `fields` are `[field, value]`, `members` of a sorted set `[member, score]`. */
export type DumpedKey = { key: string; expires?: true } & (
  | { type: 'string'; value: Text }
  | { type: 'hash'; fields: [string, Text][] }
  | { type: 'set'; members: string[] }
  | { type: 'zset'; members: [string, string][] }
  | { type: 'stream'; entries: [id: string, fields: string[]][] }
)

const expirySeconds = 30 * 24 * 3600

/** Every key under a prefix, except those under `besides`, in a fixed order. */
export async function dumpKeys(redis: Redis, prefix: string, besides: string): Promise<DumpedKey[]> {
  const names = (await redis.keys(`${prefix}*`)).filter((name) => !name.startsWith(besides)).sort()
  return Promise.all(names.map((name) => dumpKey(redis, name)))
}

async function dumpKey(redis: Redis, key: string): Promise<DumpedKey> {
  const expires = (await redis.ttl(key)) > 0 ? ({ expires: true } as const) : {}
  const type = await redis.type(key)
  switch (type) {
    case 'string':
      return { key, ...expires, type, value: toText((await redis.getBuffer(key)) ?? Buffer.of()) }
    case 'hash': {
      const fields = Object.entries(await redis.hgetallBuffer(key))
      return { key, ...expires, type, fields: fields.map(([name, value]) => [name, toText(value)]) }
    }
    case 'set':
      return { key, ...expires, type, members: (await redis.smembers(key)).sort() }
    case 'zset': {
      const flat = await redis.zrange(key, 0, '-1', 'WITHSCORES')
      const members = flat.flatMap((member, at): [string, string][] =>
        at % 2 === 0 ? [[member, flat[at + 1] ?? '']] : [],
      )
      return { key, ...expires, type, members }
    }
    case 'stream':
      return { key, ...expires, type, entries: await redis.xrange(key, '-', '+') }
    default:
      throw new Error(`${key} has the type ${type}, which no dump holds.`)
  }
}

/** Stores dumped keys again; those that expired do so a month from now. */
export async function loadKeys(redis: Redis, keys: readonly DumpedKey[]): Promise<void> {
  for (const dumped of keys) {
    await loadKey(redis, dumped)
    if (dumped.expires) await redis.expire(dumped.key, expirySeconds)
  }
}

async function loadKey(redis: Redis, dumped: DumpedKey): Promise<void> {
  const { key } = dumped
  switch (dumped.type) {
    case 'string':
      await redis.set(key, toBytes(dumped.value))
      break
    case 'hash':
      for (const [field, value] of dumped.fields) await redis.hset(key, field, toBytes(value))
      break
    case 'set':
      await redis.sadd(key, ...dumped.members)
      break
    case 'zset':
      for (const [member, score] of dumped.members) await redis.zadd(key, score, member)
      break
    case 'stream':
      for (const [id, fields] of dumped.entries) await redis.xadd(key, id, ...fields)
  }
}

function toText(bytes: Buffer): Text {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }
}

function toBytes(text: Text): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.base64, 'base64')
}

import type { Redis } from 'ioredis'
import { decompress } from '../../../src/store/formats/codec.ts'

/** Secrets that occur nowhere else. They include characters that URLs, JSON and HTML escape. */
export const canaries = {
  PARTNER_TOKEN: 'cnrPartner/4711+"Q"=',
  CMS_PASSWORD: 'cnrCms Pass word&0815',
  OPS_PASSWORD: 'cnrOps<Pass>2342',
  CATALOG: 'cnrCatalog-9921-key',
  REDIS: 'cnrRedis%1138x',
  NOTIFY: 'cnrNotifyB0077xYz',
  NOTIFY_SECRET: 'Y25yV2ViaG9vay1zZWNyZXQtMTExMS0yMjIyLTMz',
} as const

/** Every form of a canary, with its name. */
const forms = Object.entries(canaries).flatMap(([name, secret]) => {
  const core = (text: string, from: number): string =>
    Buffer.from(text).toString('base64').replace(/=+$/, '').slice(from, -2)
  const base64 = [core(secret, 0), core(`x${secret}`, 2), core(`xx${secret}`, 3)]
  const all = [
    secret,
    secret.replaceAll(' ', ''),
    encodeURIComponent(secret),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    // Half of a truncated secret.
    secret.slice(0, 12),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(all)].map((form) => ({ name, form: form.toLowerCase() }))
})

/** The canaries in a text, with the surrounding characters. */
export function findCanaries(place: string, text: string): string[] {
  const lower = text.toLowerCase()
  return forms.flatMap(({ name, form }) => {
    const at = lower.indexOf(form)
    if (at === -1) return []
    return [`${place}: ${name}: …${text.slice(Math.max(0, at - 60), at + form.length + 20)}…`]
  })
}

/** Every key and value of a Redis as text, decompressed if necessary. */
export async function* readWholeRedis(redis: Redis): AsyncGenerator<{ key: string; text: string }> {
  for await (const keys of redis.scanStream({ count: 1000 }) as AsyncIterable<string[]>)
    for (const key of keys) yield { key, text: `${key}\n${(await readKey(redis, key)).join('\n')}` }
}

async function readKey(redis: Redis, key: string): Promise<string[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.get(key)) ?? '']
    case 'hash': {
      const fields = await redis.hgetallBuffer(key)
      return Object.entries(fields).flatMap(([field, value]) => [field, toText(value)])
    }
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'stream':
      return (await redis.xrange(key, '-', '+')).flatMap(([, fields]) => fields)
    default:
      return []
  }
}

function toText(bytes: Buffer): string {
  try {
    return decompress(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { reasonOf } from '../src/lib/errors.ts'
import { parseRedisUrl } from '../src/lib/redis-url.ts'
import { loginOfRedisUrl } from './secret-parts.ts'

/** A file with certificates or a key in PEM; its value is the content of the file. */
function pemFile(assertPem: (text: string) => unknown) {
  const read = (path: string): { pem: string } | { fault: string } => {
    try {
      const pem = readFileSync(path, 'utf8')
      assertPem(pem)
      return { pem }
    } catch (error) {
      return { fault: reasonOf(error) }
    }
  }
  return {
    schema: z.string().transform((path, context) => {
      const found = read(path)
      if ('pem' in found) return found.pem
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }),
    explain(path: string): string | undefined {
      const found = read(path)
      return 'fault' in found ? found.fault : undefined
    },
  }
}

const certificates = {
  ...pemFile((text) => new X509Certificate(text)),
  allowed: 'a readable file with certificates in PEM',
}

export const redisVariables = {
  REDIS_URL: {
    schema: z.string().refine((text) => findFault(text) === undefined),
    allowed:
      'a URL that starts with redis://, redis+cluster:// or redis+sentinel:// (rediss… for TLS) or unix://',
    explain: findFault,
    secret: true,
    hides: loginOfRedisUrl,
  },
  REDIS_SENTINEL_PASSWORD: {
    schema: z.string().min(1),
    allowed: 'the password of the Sentinels',
    secret: true,
  },
  REDIS_TLS_CA: certificates,
  REDIS_TLS_CERT: certificates,
  REDIS_TLS_KEY: {
    ...pemFile((text) => createPrivateKey(text)),
    allowed: 'a readable file with a private key in PEM',
  },
} as const

type RedisValues = { [K in keyof typeof redisVariables]?: string | undefined }

/** Contradictions between variables. */
export function redisFaults(v: RedisValues): string[] {
  const place = v.REDIS_URL === undefined ? undefined : parseRedisUrl(v.REDIS_URL)
  const faults: string[] = []
  const files = (['REDIS_TLS_CA', 'REDIS_TLS_CERT', 'REDIS_TLS_KEY'] as const).filter((name) => v[name])
  if (files.length > 0 && (place === undefined || place.kind === 'socket' || !place.tls))
    faults.push(`${files.join(' and ')}: REDIS_URL does not start with rediss, so there is no TLS.`)
  if ((v.REDIS_TLS_CERT === undefined) !== (v.REDIS_TLS_KEY === undefined))
    faults.push('REDIS_TLS_CERT and REDIS_TLS_KEY are not both set. Set both, or neither.')
  if (v.REDIS_SENTINEL_PASSWORD !== undefined && place?.kind !== 'sentinel')
    faults.push('REDIS_SENTINEL_PASSWORD is set, but REDIS_URL names no Sentinels.')
  return faults
}

export function redisOf(v: RedisValues) {
  const tls = {
    ...(v.REDIS_TLS_CA !== undefined && { ca: v.REDIS_TLS_CA }),
    ...(v.REDIS_TLS_CERT !== undefined && { cert: v.REDIS_TLS_CERT }),
    ...(v.REDIS_TLS_KEY !== undefined && { key: v.REDIS_TLS_KEY }),
  }
  return {
    url: v.REDIS_URL,
    ...(Object.keys(tls).length > 0 && { tls }),
    ...(v.REDIS_SENTINEL_PASSWORD !== undefined && { sentinelPassword: v.REDIS_SENTINEL_PASSWORD }),
  }
}

function findFault(text: string): string | undefined {
  try {
    parseRedisUrl(text)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

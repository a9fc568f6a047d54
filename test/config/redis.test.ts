import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStoreConfig } from '../../config/daemon.ts'
import { hideSecrets } from '../../src/lib/text/secrets.ts'
import { hasOpenssl, makeCertificate } from '../helpers/world/certificate.ts'

const it = test.extend('files', { scope: 'file' }, async ({}, { onCleanup }) => {
  const certificate = await makeCertificate()
  onCleanup(() => certificate.close())
  return certificate
})

const faultsOf = (env: Record<string, string>): string => {
  try {
    readStoreConfig(env)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('REDIS_URL', () => {
  test.each([
    'redis+cluster://n1:7001,n2:7002',
    'rediss+sentinel://me:pw@s1,s2/shop/1',
    'unix:///run/r.sock',
  ])('may be %s', (url) => {
    expect(readStoreConfig({ REDIS_URL: url }).redis.url).toBe(url)
  })

  test('is explained when it is malformed, and its password is shown nowhere', () => {
    const other = faultsOf({ REDIS_URL: 'http://user:redis-secret@redis.example' })
    expect(other).toContain('REDIS_URL is (hidden): it does not start with a known scheme. Allowed: ')
    expect(other).not.toContain('redis-secret')
    const said = faultsOf({ REDIS_URL: 'redis+cluster://mirror:p%40rt-of-it@n1:7001,n2:port' })
    expect(said).toContain('REDIS_URL is (hidden): node 2 is not host:port. Allowed: a URL that starts with')
    expect(said).not.toContain('rt-of-it')
    expect(hideSecrets('p@rt-of-it and p%40rt-of-it')).toBe('[hidden] and [hidden]')
  })
})

describe.skipIf(!hasOpenssl)('certificates for Redis (skipped without openssl)', () => {
  it('are read from their files', ({ files }) => {
    const { redis } = readStoreConfig({
      REDIS_URL: 'rediss+cluster://n1',
      REDIS_TLS_CA: files.certFile,
      REDIS_TLS_CERT: files.certFile,
      REDIS_TLS_KEY: files.keyFile,
    })
    const cert = files.cert.toString()
    expect(redis.tls).toEqual({ ca: cert, cert, key: files.key.toString() })
  })

  it('must contain the data that their names suggest', async ({ files }) => {
    const folder = await mkdtemp(join(tmpdir(), 'no-pem-'))
    const file = join(folder, 'ca.pem')
    await writeFile(file, 'not a certificate')
    const said = faultsOf({
      REDIS_URL: 'rediss://h',
      REDIS_TLS_CA: file,
      REDIS_TLS_CERT: join(folder, 'missing.pem'),
      REDIS_TLS_KEY: files.certFile,
    })
    await rm(folder, { recursive: true })
    expect(said).toMatch(
      /REDIS_TLS_CA is ".*ca\.pem": \S.*\. Allowed: a readable file with certificates in PEM\./,
    )
    expect(said).toMatch(/REDIS_TLS_CERT is ".*missing\.pem": ENOENT: /)
    expect(said).toMatch(/REDIS_TLS_KEY is ".*": \S.*\. Allowed: /)
  })

  it('are rejected without TLS, and a certificate without its key', ({ files }) => {
    expect(faultsOf({ REDIS_URL: 'redis://h', REDIS_TLS_CA: files.certFile })).toContain(
      'REDIS_TLS_CA: REDIS_URL does not start with rediss, so there is no TLS.',
    )
    expect(faultsOf({ REDIS_URL: 'rediss://h', REDIS_TLS_CERT: files.certFile })).toContain(
      'REDIS_TLS_CERT and REDIS_TLS_KEY are not both set.',
    )
  })
})

test('a password for Sentinels is rejected without Sentinels', () => {
  const env = { REDIS_SENTINEL_PASSWORD: 'sentinel-secret' }
  expect(faultsOf({ ...env, REDIS_URL: 'redis://h' })).toContain('REDIS_URL names no Sentinels')
  expect(readStoreConfig({ ...env, REDIS_URL: 'redis+sentinel://h/shop' }).redis.sentinelPassword).toBe(
    'sentinel-secret',
  )
})

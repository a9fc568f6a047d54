import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test as base } from 'vitest'
import { reasonOf } from '../../../src/lib/errors.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import type { RedisTls } from '../../../src/store/redis/address.ts'
import { openStore } from '../../../src/store/open.ts'
import { startRedisCluster } from '../../helpers/redis/cluster.ts'
import { startRedisServer } from '../../helpers/redis/server.ts'
import { hasOpenssl, makeCertificate } from '../../helpers/world/certificate.ts'

const log = createLogger({ level: 'silent', destination: 'stderr' })

/** The reason why an address cannot be used; empty if the mirror can use it. */
async function fault(
  url: string,
  redis: { tls?: RedisTls; sentinelPassword?: string } = {},
): Promise<string> {
  const store = await openStore({ redis: { url, dataDir: '', ...redis }, mirrorId: 'shop' }, log)
  const said = await store.assertUsable().then(String, reasonOf)
  await store.close()
  return said
}

const it = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startRedisServer({ requirepass: 'of-redis' }, { password: 'of-redis' })
    onCleanup(() => server.close())
    return server
  })
  .extend('sentinel', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const lines = [`sentinel monitor main 127.0.0.1 ${server.port} 1`, 'sentinel auth-pass main of-redis']
    const options = { sentinel: [...lines, 'requirepass of-sentinel'], password: 'of-sentinel' }
    const sentinel = await startRedisServer({}, options)
    onCleanup(() => sentinel.close())
    return sentinel
  })

describe.concurrent('an address by Sentinels', () => {
  it('leads to the primary, with a password for each', async ({ sentinel, expect }) => {
    const at = `127.0.0.1:1,127.0.0.1:${sentinel.port}`
    expect(await fault(`redis+sentinel://:of-redis@${at}/main/3`, { sentinelPassword: 'of-sentinel' })).toBe(
      '',
    )
    const refused = await fault(`redis+sentinel://:of-redis@${at}/main`)
    expect(refused).toMatch(
      /^Redis at redis\+sentinel:\/\/127\.0\.0\.1:1,.*\/main cannot be used: No node reports .*NOAUTH/,
    )
  })

  it('with another name is refused', async ({ sentinel, expect }) => {
    const url = `redis+sentinel://:of-redis@127.0.0.1:${sentinel.port}/other`
    expect(await fault(url, { sentinelPassword: 'of-sentinel' })).toContain(
      'this Sentinel knows no primary "other"',
    )
  })

  it('is required if a Sentinel is named as a Redis', async ({ sentinel, expect }) => {
    const at = `127.0.0.1:${sentinel.port}`
    expect(await fault(`redis://:of-sentinel@${at}`)).toBe(
      `Redis at redis://${at} cannot be used: it is a Sentinel. Set REDIS_URL to redis+sentinel://${at}/NAME, where NAME is the primary's, with all Sentinels.`,
    )
  })

  it('must name Sentinels', async ({ server, expect }) => {
    const url = `redis+sentinel://:of-redis@127.0.0.1:${server.port}/main`
    expect(await fault(url, { sentinelPassword: 'of-redis' })).toMatch(/unknown command .SENTINEL/)
  })
})

it.concurrent('a server that is not Redis is named as such', async ({ expect }) => {
  const server = createServer((_asked, response) => response.end('a web page')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const said = await fault(`redis://127.0.0.1:${port}`)
  server.close()
  server.closeAllConnections()
  expect(said).toMatch(/cannot be used: the server at this address is not Redis, or requires TLS/)
})

it.concurrent('the address of a cluster must name one', async ({ server, expect }) => {
  expect(await fault(`redis+cluster://:of-redis@127.0.0.1:${server.port}`)).toContain(
    'ERR This instance has cluster support disabled',
  )
})

describe.skipIf(!hasOpenssl).concurrent('Redis over TLS (skipped without openssl)', () => {
  it('is used when its CA is known, and is otherwise refused with the remedy', async ({
    onTestFinished,
    expect,
  }) => {
    const certificate = await makeCertificate()
    const server = await startRedisServer({}, { certificate })
    onTestFinished(async () => {
      await server.close()
      await certificate.close()
    })
    const url = `rediss://127.0.0.1:${server.port}`
    expect(await fault(url, { tls: { ca: certificate.cert.toString() } })).toBe('')
    expect(await fault(url)).toMatch(
      /^Redis at rediss:\/\/\S+ cannot be used: self-signed certificate.*NODE_EXTRA_CA_CERTS=.*\. Or set REDIS_TLS_CA to that file\.$/,
    )
  })

  it('is a cluster as well, and may require a certificate', async ({ onTestFinished, expect }) => {
    const certificate = await makeCertificate()
    const settings = { 'tls-cluster': 'yes', 'tls-auth-clients': 'yes' }
    const cluster = await startRedisCluster({ certificate, settings })
    onTestFinished(async () => {
      await cluster.close()
      await certificate.close()
    })
    const [ca, cert, key] = [certificate.cert, certificate.cert, certificate.key].map(String)
    expect(await fault(cluster.url, { tls: { ca: ca ?? '', cert: cert ?? '', key: key ?? '' } })).toBe('')
    expect(await fault(cluster.url, { tls: { ca: ca ?? '' } })).toMatch(
      /^Redis at rediss\+cluster:\S+ cannot/,
    )
  })
})

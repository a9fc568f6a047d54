import { startRedisServer, until, type RedisServer, type ServerOptions } from './server.ts'

const name = 'shop'

type Security = { certificate?: ServerOptions['certificate'] }

/**
 * Starts a primary, a replica and three Sentinels on loopback. A server counts as down after one second. With a
 * certificate, all of them use only TLS, even with each other.
 */
export async function startRedisWithSentinels(security: Security = {}) {
  const scheme = security.certificate === undefined ? 'redis' : 'rediss'
  const between = settingsBetween(security)
  const first = await startRedisServer(between, security)
  const second = await startRedisServer({ ...between, replicaof: `127.0.0.1 ${first.port}` }, security)
  await until('the replica is in step', async () =>
    /master_link_status:up/.test(await second.redis.info('replication')),
  )
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(first.port, security)))
  for (const { redis } of sentinels)
    await until('the Sentinels know each other and the replica', async () => {
      const answer = (await redis.call('SENTINEL', 'MASTERS')) as string[][]
      const at = (field: string) => answer[0]?.[answer[0].indexOf(field) + 1]
      return at('num-other-sentinels') === '2' && at('num-slaves') === '1'
    })
  const servers = [first, second]

  async function primary(): Promise<RedisServer> {
    for (const server of servers)
      if (server.child().signalCode === null && /role:master/.test(await server.redis.info('replication')))
        return server
    throw new Error('there is no primary')
  }

  return {
    url: `${scheme}+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${name}`,
    servers,
    sentinels,
    primary,
    async close(): Promise<void> {
      await Promise.all([...servers, ...sentinels].map((server) => server.close()))
    },
  }
}

function startSentinel(primaryPort: number, security: Security): Promise<RedisServer> {
  const sentinel = [
    `sentinel monitor ${name} 127.0.0.1 ${primaryPort} 2`,
    `sentinel down-after-milliseconds ${name} 1000`,
    `sentinel failover-timeout ${name} 5000`,
  ]
  return startRedisServer(settingsBetween(security), { ...security, sentinel })
}

/** How servers and Sentinels connect to each other. */
function settingsBetween({ certificate }: Security): Record<string, string> {
  return certificate === undefined ? {} : { 'tls-replication': 'yes' }
}

import { createKeys } from '../../../src/store/redis/keys.ts'
import { findFreePort, startRedisServer, until, type RedisServer, type ServerOptions } from './server.ts'

const slots = 16_384
const primaries = 3

export type ClusterNode = RedisServer & { id: string; busPort: number }
export type RedisCluster = Awaited<ReturnType<typeof startRedisCluster>>

/**
 * Starts a cluster of three primaries with `replicas` each on loopback. A node counts as failed after one second
 * without a response.
 */
export async function startRedisCluster({
  replicas = 0,
  settings = {},
  ...options
}: ServerOptions & { replicas?: number; settings?: Record<string, string> } = {}) {
  const scheme = options.certificate === undefined ? 'redis' : 'rediss'
  const startNode = async (triesLeft = 4): Promise<ClusterNode> => {
    const busPort = await findFreePort()
    const own = {
      'cluster-enabled': 'yes',
      'cluster-port': String(busPort),
      'cluster-node-timeout': '1000',
      'cluster-require-full-coverage': 'no',
      'cluster-allow-replica-migration': 'no',
    }
    // Another process may have taken the free port.
    const server = await startRedisServer({ ...own, ...settings }, options).catch((error: Error) => {
      if (triesLeft === 0 || !error.message.includes('Address already in use')) throw error
    })
    if (server === undefined) return startNode(triesLeft - 1)
    return { ...server, busPort, id: await server.redis.cluster('MYID') }
  }
  const nodes = await Promise.all(Array.from({ length: primaries * (1 + replicas) }, () => startNode()))
  const [first] = nodes as [ClusterNode, ...ClusterNode[]]
  await Promise.all(
    nodes.map(async ({ redis }, index) => {
      await redis.cluster('SET-CONFIG-EPOCH', index + 1)
      if (index >= primaries) return
      const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / primaries))
      await redis.cluster('ADDSLOTSRANGE', from ?? 0, (to ?? 0) - 1)
    }),
  )
  for (const { port, busPort } of nodes.slice(1))
    await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort)
  await untilAgreed(nodes)
  await Promise.all(
    nodes.slice(primaries).map(async ({ redis }, index) => {
      await redis.cluster('REPLICATE', nodes[index % primaries]?.id ?? '')
      await until('a replica is in step', async () =>
        /master_link_status:up/.test(await redis.info('replication')),
      )
    }),
  )

  const isPrimary = async ({ redis }: ClusterNode): Promise<boolean> =>
    /role:master/.test(await redis.info('replication'))
  /** A node's list of all nodes, split into words. */
  const linesOf = async ({ redis }: ClusterNode): Promise<string[][]> =>
    String(await redis.cluster('NODES'))
      .split('\n')
      .map((line) => line.split(' '))
  /** The node that serves a key, according to the running nodes. */
  async function ownerOf(key: string): Promise<ClusterNode> {
    const slot = await first.redis.cluster('KEYSLOT', key)
    for (const node of nodes) {
      const mine = (await linesOf(node)).find(([, , flags = '']) => flags.includes('myself')) ?? []
      const ranges = mine.slice(8).map((range) => range.split('-').map(Number))
      const has = ranges.some(([from = -1, to]) => from <= slot && slot <= (to ?? from))
      if (has && (await isPrimary(node))) return node
    }
    throw new Error(`no node serves slot ${slot}`)
  }

  const otherPrimary = (owner: ClusterNode): ClusterNode =>
    nodes.slice(0, primaries).find((node) => node !== owner) ?? first

  return {
    nodes: nodes as [ClusterNode, ...ClusterNode[]],
    /** Ids of mirrors whose slot the node serves. */
    async mirrorsOf(node: ClusterNode, count: number): Promise<string[]> {
      const at = nodes.indexOf(node)
      const candidates = Array.from({ length: 5 * count }, (_, index) => `mirror-${index}`)
      const slotOf = (id: string) =>
        first.redis.cluster('KEYSLOT', createKeys(id, { inCluster: true }).formats)
      const theirs = await Promise.all(candidates.map(slotOf))
      return candidates
        .filter((_, index) => Math.floor(((theirs[index] ?? 0) * primaries) / slots) === at)
        .slice(0, count)
    },
    url: `${scheme}+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    ownerOf,
    /** The replicas of a node. */
    async replicasOf({ id }: ClusterNode): Promise<ClusterNode[]> {
      const own = (await linesOf(first)).filter(([, , , primary]) => primary === id)
      const ids = new Set(own.map(([nodeId]) => nodeId))
      return nodes.filter((node) => ids.has(node.id))
    },
    /** Leaves a key's slot half migrated, as tools do that migrate key by key. `finish` completes the migration. */
    async beginMove(key: string): Promise<{ finish: () => Promise<void> }> {
      const owner = await ownerOf(key)
      const target = otherPrimary(owner)
      const slot = await owner.redis.cluster('KEYSLOT', key)
      await target.redis.cluster('SETSLOT', slot, 'IMPORTING', owner.id)
      await owner.redis.cluster('SETSLOT', slot, 'MIGRATING', target.id)
      const finish = async (): Promise<void> => {
        await owner.redis.eval(moveScript, 0, slot, '127.0.0.1', target.port, target.id)
        await target.redis.cluster('SETSLOT', slot, 'NODE', target.id)
      }
      return { finish }
    },
    /** Migrates a key's slot with all its keys to another primary at once, as newer servers do. */
    async moveSlot(key: string): Promise<ClusterNode> {
      const owner = await ownerOf(key)
      const target = otherPrimary(owner)
      const slot = await owner.redis.cluster('KEYSLOT', key)
      // A node that has just started accepts no commands for two seconds.
      for (const { redis } of [owner, target])
        await until('a node is up', async () => (await redis.cluster('INFO')).includes('cluster_state:ok'))
      await target.redis.cluster('SETSLOT', slot, 'IMPORTING', owner.id)
      await owner.redis.eval(moveScript, 0, slot, '127.0.0.1', target.port, target.id)
      await target.redis.cluster('SETSLOT', slot, 'NODE', target.id)
      return target
    },
    async close(): Promise<void> {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}

// A key that has just expired is not migrated, and would keep the slot in its place.
const moveScript = `redis.call('cluster', 'setslot', ARGV[1], 'migrating', ARGV[4])
  local keys = redis.call('cluster', 'getkeysinslot', ARGV[1], 1000000)
  if #keys > 0 then redis.call('migrate', ARGV[2], ARGV[3], '', 0, 60000, 'replace', 'keys', unpack(keys)) end
  local left = redis.call('cluster', 'getkeysinslot', ARGV[1], 1000000)
  for at = 1, #left do redis.call('del', left[at]) end
  return redis.call('cluster', 'setslot', ARGV[1], 'node', ARGV[4])`

/** Waits until every node knows all others and the slots of all. */
async function untilAgreed(nodes: readonly ClusterNode[]): Promise<void> {
  await Promise.all(
    nodes.map(({ redis }) =>
      until('the nodes of the cluster know each other', async () => {
        const info = await redis.cluster('INFO')
        return (
          info.includes('cluster_state:ok') &&
          info.includes(`cluster_slots_assigned:${slots}`) &&
          info.includes(`cluster_known_nodes:${nodes.length}`)
        )
      }),
    ),
  )
}

import type { Redis } from 'ioredis'
import { reasonOf } from '../../lib/errors.ts'
import { createKeys, type Keys } from './keys.ts'

/** Commands without a key that can be tried because they change nothing. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  ping: [],
  info: ['server'],
  scan: ['0', 'COUNT', '1'],
  time: [],
  'client|setname': ['product-mirror'],
  'client|list': ['ID', '0'],
}

/** Commands that locate the mirror in a cluster. Without them there is no connection for trying the others. */
const ofCluster = ['cluster|info', 'cluster|keyslot', 'cluster|slots']

/** For setups in which a replica takes over from a lost primary. */
const ofFailover = ['wait']

/** Commands of the connection and of the trial transaction. */
const ofConnection = ['hello', 'select', 'quit', 'multi', 'exec', 'discard', 'subscribe']

/**
 * Commands on keys and channels of the mirror, with arguments; `key` is a placeholder for a key or channel. They are
 * those of `src/store` and of BullMQ, including those in its scripts.
 */
const onKeys: Readonly<Record<string, readonly string[]>> = {
  bzpopmin: ['key', '1'],
  del: ['key'],
  eval: ['return 1', '1', 'key'],
  evalsha: ['0', '1', 'key'],
  exists: ['key'],
  expire: ['key', '1'],
  get: ['key'],
  hdel: ['key', 'field'],
  hexists: ['key', 'field'],
  hget: ['key', 'field'],
  hgetall: ['key'],
  hincrby: ['key', 'field', '1'],
  hkeys: ['key'],
  hlen: ['key'],
  hmget: ['key', 'field'],
  hmset: ['key', 'field', 'value'],
  hrandfield: ['key', '1'],
  hscan: ['key', '0'],
  hset: ['key', 'field', 'value'],
  hsetnx: ['key', 'field', 'value'],
  incr: ['key'],
  incrby: ['key', '1'],
  lindex: ['key', '0'],
  llen: ['key'],
  lpop: ['key'],
  lpos: ['key', 'value'],
  lpush: ['key', 'value'],
  lrange: ['key', '0', '0'],
  lrem: ['key', '0', 'value'],
  lset: ['key', '0', 'value'],
  ltrim: ['key', '0', '0'],
  mget: ['key'],
  persist: ['key'],
  pexpire: ['key', '1'],
  pexpireat: ['key', '1'],
  pttl: ['key'],
  publish: ['key', 'message'],
  rename: ['key', 'key'],
  rpop: ['key'],
  rpoplpush: ['key', 'key'],
  rpush: ['key', 'value'],
  sadd: ['key', 'value'],
  scard: ['key'],
  set: ['key', 'value'],
  sismember: ['key', 'value'],
  smembers: ['key'],
  smismember: ['key', 'value'],
  srem: ['key', 'value'],
  sscan: ['key', '0'],
  type: ['key'],
  unlink: ['key'],
  xadd: ['key', '*', 'field', 'value'],
  xdel: ['key', '0-1'],
  xlen: ['key'],
  xrange: ['key', '-', '+'],
  xread: ['STREAMS', 'key', '0'],
  xrevrange: ['key', '+', '-'],
  xtrim: ['key', 'MAXLEN', '1'],
  zadd: ['key', '1', 'value'],
  zcard: ['key'],
  zcount: ['key', '0', '0'],
  zlexcount: ['key', '-', '+'],
  zmscore: ['key', 'value'],
  zpopmin: ['key'],
  zrange: ['key', '0', '0'],
  zrangebylex: ['key', '-', '+'],
  zrangebyscore: ['key', '0', '0'],
  zrem: ['key', 'value'],
  zremrangebyrank: ['key', '0', '0'],
  zremrangebyscore: ['key', '0', '0'],
  zrevrange: ['key', '0', '0'],
  zrevrangebyscore: ['key', '0', '0'],
  zscore: ['key', 'value'],
}

/** The Redis user that a mirror needs, as the arguments of `ACL SETUSER` after the password. */
export function aclRulesOf(
  mirrorId: string,
  { inCluster = false, failover = inCluster }: { inCluster?: boolean; failover?: boolean } = {},
): string[] {
  const { prefix } = createKeys(mirrorId, { inCluster })
  const more = [...(inCluster ? ofCluster : []), ...(failover ? ofFailover : [])]
  const commands = [...ofConnection, ...more, ...Object.keys(harmless), ...Object.keys(onKeys)]
  return [`~${prefix}*`, `&${prefix}*`, '-@all', ...commands.map((name) => `+${name}`)]
}

/**
 * The rights that the mirror needs and the Redis user lacks, in ACL syntax: `+hset`, `~pm:default:*`. Redis checks
 * rights when a command is queued in a transaction, so nothing is executed.
 */
export async function findMissingRights(
  connect: () => Redis,
  keys: Keys,
  { failover = false } = {},
): Promise<string[]> {
  const redis = connect()
  const missing = new Set<string>()
  const attempt = async (name: string, asked: Promise<unknown>): Promise<void> => {
    try {
      await asked
    } catch (error) {
      const right = rightOf(reasonOf(error), name, keys.prefix)
      if (right !== undefined) missing.add(right)
    }
  }
  const call = (name: string, args: readonly string[]): Promise<void> => {
    const [command = '', ...more] = name.split('|')
    return attempt(name, redis.call(command, ...more, ...args))
  }
  try {
    for (const [name, args] of Object.entries(harmless)) await call(name, args)
    if (failover) for (const name of ofFailover) await call(name, ['0', '1'])
    await attempt('multi', redis.multi({ pipeline: false }))
    // Without a transaction, the commands would be executed.
    if (missing.has('+multi')) return [...missing]
    for (const [name, args] of Object.entries(onKeys))
      await call(
        name,
        args.map((arg) => (arg === 'key' ? keys.formats : arg)),
      )
    await attempt('discard', redis.discard())
    await attempt('subscribe', redis.subscribe(keys.limits))
  } finally {
    redis.disconnect()
  }
  return [...missing]
}

/** The missing right that Redis reports; undefined for any other error. */
function rightOf(refusal: string, name: string, prefix: string): string | undefined {
  if (!refusal.includes('NOPERM')) return undefined
  if (refusal.includes('one of the keys')) return `~${prefix}*`
  if (refusal.includes('one of the channels')) return `&${prefix}*`
  return `+${name}`
}

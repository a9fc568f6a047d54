import type { Config } from '../../../../config/daemon.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { damagedText } from '../../../lib/stored-errors.ts'
import { commandText } from '../../../core/reasons/command.ts'
import { quote } from '../../../lib/text/quote.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { findForeignKeys } from '../../../store/redis/find-foreign-keys.ts'
import { findWriteFault } from '../../../store/redis/write-fault.ts'
import type { Found } from './check-secrets.ts'
import { namedMirror } from '../../terminal/named-mirror.ts'

export async function checkRedis({ store }: Mirror): Promise<Found> {
  const moved = await store.assertUsable().catch((error: unknown): string[] => {
    // The check of missing rights reports it in more detail.
    if (!reasonOf(error).includes('NOPERM')) throw error
    return []
  })
  const missing = await store.findMissingRights()
  if (missing.length > 0)
    return {
      failed: `the Redis user of REDIS_URL lacks rights. Run: ACL SETUSER <user> ${missing.join(' ')}`,
    }
  const info = await store.redis.info()
  const at = (field: string): string => new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
  const version = at('redis_version')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2))
    return { failed: `version ${version} is too old; 6.2 or newer is needed. Set REDIS_URL to a newer one` }
  const fault = await findWriteFault(store.redis, store.keys)
  if (fault !== undefined) return { failed: fault }
  if (moved.length > 0) return { warning: `${moved.join('; ')}. Check who else writes to this Redis` }
  if (store.failover && at('connected_slaves') === '0')
    return { warning: 'the primary has no replica: nothing takes over when it is lost. Add one' }
  const persistent = at('aof_enabled') === '1'
  const known = `${store.embedded ? 'embedded, ' : ''}version ${version}, noeviction`
  return persistent
    ? `${known}, append-only file`
    : { warning: `${known}, no append-only file: a crash loses the last minutes. Set appendonly to yes` }
}

/**
 * An application that empties the database deletes the mirror's data. WordPress' object cache does so with
 * “Flush cache”.
 */
export async function checkRedisKeys({ store }: Mirror): Promise<Found | undefined> {
  const [first, ...others] = await findForeignKeys(store.redis)
  if (first === undefined) return undefined
  const shown = [first, ...others].map((key) => quote(key, 40)).join(', ')
  return {
    warning: `others keep data in the same database (${shown}): when they empty it, as WordPress does with “Flush cache”, the mirror loses what it knows. Set REDIS_URL to a separate Redis, or to another database (…/1)`,
  }
}

export async function checkStoredData({ sync }: Mirror, { policy }: Config): Promise<Found | undefined> {
  const { named, more } = await sync.damaged.find(policy.menuId)
  const [first] = named
  if (first === undefined) return undefined
  const others = named.length - 1 + more
  const rest = others === 0 ? '' : ` There are ${others} others.`
  const rebuild = commandText({ argv: ['rebuild'] }, namedMirror())
  return { warning: `${damagedText(first)}${rest} Restore a backup, or run ${rebuild}` }
}

export async function checkCmsType(mirror: Mirror, { policy }: Config): Promise<Found> {
  await mirror.assertCmsType()
  return `products are ${policy.cmsType}`
}

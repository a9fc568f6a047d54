import type { Redis } from 'ioredis'
import { CmsType } from '../../contracts/cms/page.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { Keys } from '../redis/keys.ts'

/**
 * Stores the CMS type of a mirror's products. Throws ConfigError if it already has products of another type, because
 * the stored ids belong to that type.
 */
export async function assertCmsType(
  redis: Redis,
  keys: Keys,
  mirrorId: string,
  type: CmsType,
): Promise<void> {
  const found = await redis.get(keys.cmsType)
  if (found === type) return
  const stored = found === null ? undefined : CmsType.safeParse(found).data
  // A lost or invalid type is useless, so the configured one applies.
  if (found !== null && stored === undefined) await redis.hset(keys.damaged, keys.cmsType, found)
  const known = await redis.exists(keys.languages, keys.intents, keys.activeRun)
  if (known > 0 && stored !== undefined) {
    throw new ConfigError(
      `${settingOf(type)} is ${type}, but mirror ${mirrorId} stores its products as ${stored}. Set ${settingOf(stored)} to ${stored}. To switch to ${type}, set a new MIRROR_ID and delete the ${stored} once the ${type} exist.`,
    )
  }
  // The moved pages were found in the other type.
  await redis.multi().set(keys.cmsType, type).del(keys.movedPages).exec()
}

function settingOf(type: CmsType): string {
  return type === 'pages' || type === 'posts' ? 'CMS_TYPE' : 'type in MAP'
}

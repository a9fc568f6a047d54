import type { Redis } from 'ioredis'
import { CmsType } from '../../contracts/cms/page.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { Keys } from '../redis/keys.ts'

/** The type of a mirror without a stored one: the first mirrors had no CMS_TYPE. */
const defaultType: CmsType = 'pages'

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
  // An invalid type is useless, so the configured one applies.
  const stored = found === null ? null : (CmsType.safeParse(found).data ?? type)
  if (found === type) return
  if (found !== null && found !== stored) await redis.hset(keys.damaged, keys.cmsType, found)
  const known = await redis.exists(keys.languages, keys.intents, keys.activeRun)
  const kept = stored ?? defaultType
  if (known > 0 && kept !== type) {
    throw new ConfigError(
      `CMS_TYPE is ${type}, but mirror ${mirrorId} stores its products as ${kept}. Set CMS_TYPE=${kept}. To switch to ${type}, set a new MIRROR_ID and delete the ${kept} once the ${type} exist.`,
    )
  }
  // The moved pages were found in the other type.
  await redis.multi().set(keys.cmsType, type).del(keys.movedPages).exec()
}

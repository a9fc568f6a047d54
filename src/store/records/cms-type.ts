import type { Redis } from 'ioredis'
import { CmsType } from '../../contracts/cms/page.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { Keys } from '../redis/keys.ts'

/** What a mirror without a stored type uses: CMS_TYPE is newer than the first mirrors. */
const defaultType: CmsType = 'pages'

/**
 * Remembers the CMS type of a mirror's products. Throws ConfigError when it already stores some as another type,
 * because the ids that it knows belong to that type.
 */
export async function assertCmsType(
  redis: Redis,
  keys: Keys,
  mirrorId: string,
  type: CmsType,
): Promise<void> {
  const found = await redis.get(keys.cmsType)
  // What is no type tells nothing, so the configured one counts.
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
  // The moved pages were found among the other type.
  await redis.multi().set(keys.cmsType, type).del(keys.movedPages).exec()
}

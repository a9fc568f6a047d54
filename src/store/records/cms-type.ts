import type { Redis } from 'ioredis'
import type { CmsType } from '../../contracts/cms/page.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { Keys } from '../redis/keys.ts'

/** Of mirrors that are older than the choice. */
const before: CmsType = 'pages'

/**
 * Remembers as what a mirror keeps its products in the CMS. Throws ConfigError when it has kept some as another type:
 * what it knows by id is not to be found there.
 */
export async function assertCmsType(
  redis: Redis,
  keys: Keys,
  mirrorId: string,
  type: CmsType,
): Promise<void> {
  const stored = await redis.get(keys.cmsType)
  if (stored === type) return
  const known = await redis.exists(keys.languages, keys.intents, keys.activeRun)
  const kept = stored ?? before
  if (known > 0 && kept !== type) {
    throw new ConfigError(
      `CMS_TYPE is ${type}, but the mirror ${mirrorId} keeps its products as ${kept}. Set CMS_TYPE=${kept}; or, to have them as ${type} instead, set another MIRROR_ID, and put the ${kept} away by hand once the ${type} stand.`,
    )
  }
  // Where pages stand away from their slug was found out for the other type.
  await redis.multi().set(keys.cmsType, type).del(keys.movedPages).exec()
}

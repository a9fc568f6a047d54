// Installs what is missing, in order, one process at a time for this folder.
import { installRedis } from './install-redis.mjs'
import { withLock } from './lock.mjs'
import { assertNodePossible, repairNode } from './node.mjs'
import { installPackages, packagesReady } from './packages.mjs'
import { findRedis, redisWanted } from './redis.mjs'
import { SetupError, say } from './report.mjs'

/** Makes the machine ready or throws a SetupError that tells what a person has to do. */
export function install(root) {
  if (Number(process.versions.node.split('.')[0]) < 18)
    throw new SetupError(`Node 18 or newer is needed to begin; this is ${process.version}.`)
  withLock(root, () => {
    assertNodePossible()
    // Looked at again inside the lock: another process may just have done it.
    if (!packagesReady(root)) {
      say('installing the npm packages (npm ci, about 500 MB, a minute or so) …')
      installPackages(root)
      if (!packagesReady(root))
        throw new SetupError(
          'npm ci ended well, but node_modules still does not match package-lock.json. Remove node_modules and try again.',
        )
    }
    repairNode(root)
    if (redisWanted(root) && !findRedis().usable) installRedis()
  })
}

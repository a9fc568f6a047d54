// Installs what is missing, one process at a time per folder.
import { installRedis } from './install-redis.mjs'
import { withLock } from './lock.mjs'
import { assertNodePossible, repairNode } from './node.mjs'
import { installPackages, packagesReady } from './packages.mjs'
import { findRedis, redisWanted } from './redis.mjs'
import { SetupError, say } from './report.mjs'

/** Installs everything that is missing, or throws a SetupError with the next step for the user. */
export function install(root) {
  if (Number(process.versions.node.split('.')[0]) < 18)
    throw new SetupError(`The setup needs Node 18 or newer; this is ${process.version}.`)
  withLock(root, () => {
    assertNodePossible()
    // Checked again inside the lock, because another process may have installed them.
    if (!packagesReady(root)) {
      say('installing the npm packages (npm ci, about 500 MB, about a minute) …')
      installPackages(root)
      if (!packagesReady(root))
        throw new SetupError(
          'npm ci succeeded, but node_modules still does not match package-lock.json. Remove node_modules and try again.',
        )
    }
    repairNode(root)
    if (redisWanted(root) && !findRedis().usable) installRedis()
  })
}

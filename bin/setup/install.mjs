// Installs what is missing, one process at a time per folder.
import { installRedis } from './install-redis.mjs'
import { withLock } from './lock.mjs'
import { assertNodePossible, repairNode } from './node.mjs'
import { hasDevelopmentPackages, installPackages, missingPackages } from './packages.mjs'
import { findRedis, redisWanted } from './redis.mjs'
import { SetupError, say } from './report.mjs'
import { removeUnused } from './unused.mjs'

/** Installs everything that is missing, or throws a SetupError with the next step for the user. */
export function install(root, withDev) {
  if (Number(process.versions.node.split('.')[0]) < 18)
    throw new SetupError(`The setup needs Node 18 or newer; this is ${process.version}.`)
  withLock(root, (pidFile) => {
    assertNodePossible()
    // Checked again inside the lock, because another process may have installed them.
    if (missingPackages(root, withDev).length > 0) {
      // npm would remove those that it omits.
      const all = withDev || hasDevelopmentPackages(root)
      say(
        `installing the npm packages (${all ? 'about 510 MB, about a minute' : 'about 250 MB, about half a minute'}) …`,
      )
      installPackages(root, all, pidFile)
      removeUnused(root, all)
    }
    repairNode(root)
    if (redisWanted(root) && !findRedis().usable) installRedis()
  })
}

// Whether `npm run` finds a Node that is new enough to run TypeScript as it stands.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { versionOf } from './command.mjs'
import { SetupError, say } from './report.mjs'

const NEEDED = 24

/** Why `npm run` would not get Node >= 24: 'packaged' when the one in node_modules does not run here, 'old' when there is none; undefined when all is well. */
export function nodeFault(root) {
  const packaged = packagedNode(root)
  if (!existsSync(packaged)) return isNewEnough() ? undefined : 'old'
  return (versionOf(packaged)?.major ?? 0) >= NEEDED ? undefined : 'packaged'
}

/** Stops early where no packaged Node exists for this system and the machine's own is too old. */
export function assertNodePossible() {
  const packaged = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  if (!packaged && !isNewEnough()) throw new SetupError(adviceForOld())
}

/** Takes a packaged Node that cannot run here (Alpine's C library, for one) out of the way, or says what to do. */
export function repairNode(root) {
  const fault = nodeFault(root)
  if (fault === undefined) return
  if (fault === 'packaged' && isNewEnough() && !process.execPath.startsWith(join(root, 'node_modules'))) {
    say(`the Node in node_modules does not run here: using ${process.execPath} (${process.version}) instead`)
    rmSync(packagedNode(root), { force: true })
    return
  }
  throw new SetupError(adviceForOld())
}

function packagedNode(root) {
  return join(root, 'node_modules', '.bin', 'node')
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED
}

function adviceForOld() {
  const have = `Node ${NEEDED} or newer is needed; this machine has ${process.version}.`
  if (process.platform === 'darwin') {
    return `${have} Run:\n    brew install node@${NEEDED} && export PATH="$(brew --prefix node@${NEEDED})/bin:$PATH"\nthen try again in the same terminal.`
  }
  if (existsSync('/etc/alpine-release'))
    return `${have} Run:\n    apk add nodejs npm\nfrom an Alpine release that has it, then try again.`
  return `${have} Install it from https://nodejs.org/en/download (or: nvm install ${NEEDED}), then try again.`
}

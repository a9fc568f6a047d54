// Checks that `npm run` finds a Node that can run TypeScript without a build.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { versionOf } from './command.mjs'
import { SetupError, say } from './report.mjs'

const NEEDED = 24

/** Why `npm run` has no Node >= 24: 'packaged' if the one in node_modules does not run here, 'old' if there is none. Undefined if it has one. */
export function nodeFault(root) {
  const packaged = packagedNode(root)
  if (!existsSync(packaged)) return isNewEnough() ? undefined : 'old'
  return (versionOf(packaged)?.major ?? 0) >= NEEDED ? undefined : 'packaged'
}

/** Throws if the machine's Node is too old and no packaged Node exists for this system. */
export function assertNodePossible() {
  const packaged = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  if (!packaged && !isNewEnough()) throw new SetupError(adviceForOld())
}

/** Removes a packaged Node that cannot run here (for example on Alpine), or throws with advice. */
export function repairNode(root) {
  const fault = nodeFault(root)
  if (fault === undefined) return
  if (fault === 'packaged' && isNewEnough() && !process.execPath.startsWith(join(root, 'node_modules'))) {
    say(`the Node in node_modules does not run here; using ${process.execPath} (${process.version}) instead`)
    rmSync(packagedNode(root), { force: true })
    return
  }
  throw new SetupError(adviceForOld())
}

/** Links the packaged Node. npm 10 removes its link along with that of the package for another processor. */
export function linkNode(root) {
  const link = packagedNode(root)
  const node = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(link) || !existsSync(node)) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), node), link)
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
    return `${have} Run:\n    brew install node@${NEEDED} && export PATH="$(brew --prefix node@${NEEDED})/bin:$PATH"\nThen try again in the same terminal.`
  }
  if (existsSync('/etc/alpine-release'))
    return `${have} On an Alpine release that has it, run:\n    apk add nodejs npm\nThen try again.`
  return `${have} Install it from https://nodejs.org/en/download (or: nvm install ${NEEDED}), then try again.`
}

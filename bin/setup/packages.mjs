// Checks node_modules against package-lock.json, and installs the packages.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './command.mjs'
import { linkNode } from './node.mjs'
import { SetupError, say, tailOf } from './report.mjs'
import { wantedPackages } from './wanted.mjs'

/**
 * The paths of the needed packages that are not installed in the version of package-lock.json. Compares the lock file
 * with npm's record of the installation (node_modules/.package-lock.json, which npm writes last), and checks that each
 * folder exists.
 */
export function missingPackages(root, withDev) {
  const locked = packagesIn(join(root, 'package-lock.json'))
  if (locked === undefined)
    throw new SetupError(
      `${join(root, 'package-lock.json')} is missing or not valid JSON. Restore it: git checkout package-lock.json`,
    )
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json')) ?? {}
  return [...wantedPackages(locked, withDev)].filter((path) => {
    const [wanted, there] = [locked[path], installed[path]]
    if (there?.link === true) return false
    return (
      there?.version !== wanted.version ||
      there.integrity !== wanted.integrity ||
      !existsSync(join(root, path, 'package.json'))
    )
  })
}

/** Whether a package that only development needs is installed, or was about to be. */
export function hasDevelopmentPackages(root) {
  const locked = packagesIn(join(root, 'package-lock.json')) ?? {}
  return Object.entries(locked).some(([path, { dev }]) => dev === true && existsSync(join(root, path)))
}

/**
 * Installs the packages of the lock file, with optional ones, and with development packages if `withDev`. Ignores
 * NODE_ENV and npm settings for that. `pidFile` receives the process id of npm.
 */
export function installPackages(root, withDev, pidFile) {
  const npm = (command, path) => runNpm(root, { command, withDev, pidFile, path })
  const outside = pathWithoutProject(root)
  // Removes nothing that a running process of this folder may still load.
  const isAddition = withDev && missingPackages(root, false).length === 0
  let done = npm(isAddition ? ['install', '--no-save'] : ['ci'], outside)
  // `npm ci` may report optional packages for other systems as missing from its own lock file (npm/cli issue 9846).
  // `npm install` accepts the same lock file.
  if (isNpmsOwnFault(root, done.output)) done = npm(['install', '--no-save'], outside)
  assertDone(done, root)
  linkNode(root)
  let missing = missingPackages(root, withDev)
  if (missing.length === 0) return
  // npm succeeds without the optional packages that it cannot download, or whose `engines` excludes its own Node. The
  // project's Node is new enough, and is installed by now.
  say(`npm left out ${listOf(missing)}; trying again …`)
  done = npm(['install', '--no-save'], [join(root, 'node_modules', '.bin'), outside].join(delimiter))
  assertDone(done, root)
  linkNode(root)
  missing = missingPackages(root, withDev)
  if (missing.length > 0)
    throw new SetupError(
      `npm reported success, but left out ${listOf(missing)}. npm omits optional packages that it cannot download or unpack. Check the network and the disk, then try again.`,
    )
}

function assertDone(done, root) {
  if (!done.found)
    throw new SetupError('npm was not found. Install it with Node (https://nodejs.org), then try again.')
  if (!done.ok)
    throw new SetupError(`npm ci failed in ${root}: ${adviceOn(done.output)}\n${tailOf(done.output)}`)
}

function listOf(paths) {
  const names = paths.slice(0, 3).map((path) => path.replace(/^.*node_modules\//, ''))
  const more = paths.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

function runNpm(root, { command, withDev, pidFile, path }) {
  // No package needs an install script; skipping them is faster and safer.
  const options = [
    withDev ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--progress=false',
    // Retries after 2 and 10 s instead of npm's 10 and 60 s.
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000',
  ]
  const args = [...command, ...options]
  const env = { ...process.env, PATH: path }
  const done = run('npm', args, { cwd: root, env, pidFile })
  const npmOfParent = process.env.npm_execpath
  return done.found || npmOfParent === undefined
    ? done
    : run(process.execPath, [npmOfParent, ...args], { cwd: root, env, pidFile })
}

function isNpmsOwnFault(root, output) {
  const optional = new Set(
    Object.values(packagesIn(join(root, 'package-lock.json'))).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    ),
  )
  const faults = [...output.matchAll(/(Missing|Invalid): (\S+)@/g)]
  return faults.length > 0 && faults.every(([, kind, name]) => kind === 'Missing' && optional.has(name))
}

// `npm ci` removes node_modules with its packaged Node, so npm must run on the machine's Node.
function pathWithoutProject(root) {
  const inside = join(root, 'node_modules')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inside))
    .join(delimiter)
}

function adviceOn(output) {
  if (
    /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/.test(output)
  ) {
    return 'the package registry cannot be reached. Check the network and the proxy (npm config get proxy), then try again.'
  }
  if (/EACCES|EPERM/.test(output))
    return 'no permission to write there. Take ownership of the folder and of ~/.npm, then try again.'
  if (/ENOSPC/.test(output)) return 'the disk is full. Free about 500 MB.'
  if (/EUSAGE/.test(output))
    return 'package.json and package-lock.json disagree. Run npm install, then try again.'
  return 'npm reported:'
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

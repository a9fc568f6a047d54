// Checks node_modules against package-lock.json, and installs the packages.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './command.mjs'
import { SetupError, tailOf } from './report.mjs'

/**
 * Compares the lock file with npm's record of the installation (node_modules/.package-lock.json, which `npm ci` and
 * `npm install` write last), and checks that each recorded folder exists.
 */
export function packagesReady(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  if (wanted === undefined)
    throw new SetupError(
      `${join(root, 'package-lock.json')} is missing or not valid JSON. Restore it: git checkout package-lock.json`,
    )
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  const ownOptional = new Set(Object.keys(wanted['']?.optionalDependencies ?? {}))
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    // npm skips optional packages for other systems. The project's own are optional in the image only.
    if (there === undefined)
      return ownOptional.has(path.replace('node_modules/', ''))
        ? entry.os !== undefined
        : entry.optional === true || entry.devOptional === true
    if (there.link === true) return true
    return (
      there.version === entry.version &&
      there.integrity === entry.integrity &&
      existsSync(join(root, path, 'package.json'))
    )
  })
}

/** Installs the packages of the lock file, always with development and optional ones. Ignores NODE_ENV and npm settings for that. */
export function installPackages(root) {
  let done = runNpm(root, ['ci'])
  // `npm ci` may report optional packages for other systems as missing from its own lock file (npm/cli issue 9846).
  // `npm install` accepts the same lock file.
  if (isNpmsOwnFault(root, done.output)) done = runNpm(root, ['install', '--no-save'])
  if (!done.found)
    throw new SetupError('npm was not found. Install it with Node (https://nodejs.org), then try again.')
  if (!done.ok)
    throw new SetupError(`npm ci failed in ${root}: ${adviceOn(done.output)}\n${tailOf(done.output)}`)
}

function runNpm(root, command) {
  // No package needs an install script; skipping them is faster and safer.
  const options = [
    '--include=dev',
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
  const env = { ...process.env, PATH: pathWithoutProject(root) }
  const done = run('npm', args, { cwd: root, env })
  const npmOfParent = process.env.npm_execpath
  return done.found || npmOfParent === undefined
    ? done
    : run(process.execPath, [npmOfParent, ...args], { cwd: root, env })
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

// Whether node_modules holds what package-lock.json asks for, and `npm ci` when it does not.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './command.mjs'
import { SetupError, tailOf } from './report.mjs'

/**
 * Compares the lock file with npm's own record of what it installed (node_modules/.package-lock.json, written last,
 * by `npm ci` and `npm install` alike), and looks whether each recorded folder is still there.
 */
export function packagesReady(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  if (wanted === undefined)
    throw new SetupError(
      `${join(root, 'package-lock.json')} is missing or no valid JSON: restore it (git checkout package-lock.json)`,
    )
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  const ownOptional = new Set(Object.keys(wanted['']?.optionalDependencies ?? {}))
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    // npm leaves out optional packages made for other systems. The project's own are optional only in the image.
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

/** Installs what the lock file says, with development and optional packages whatever NODE_ENV or the user's npm settings say. */
export function installPackages(root) {
  let done = runNpm(root, ['ci'])
  // npm reports optional packages for other systems as missing from a lock file that it wrote itself, where their
  // registry did not have them (npm/cli issue 9846). `npm install` reads the same lock file and does not mind.
  if (isNpmsOwnFault(root, done.output)) done = runNpm(root, ['install', '--no-save'])
  if (!done.found)
    throw new SetupError(
      'npm was not found. Install it together with Node (https://nodejs.org), then try again.',
    )
  if (!done.ok)
    throw new SetupError(`npm ci failed in ${root}: ${adviceOn(done.output)}\n${tailOf(done.output)}`)
}

function runNpm(root, command) {
  // No package here needs an install script; leaving them out is faster and safer.
  const options = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--progress=false',
    // Tries again after 2 and 10 s; npm's own pauses are 10 and 60 s.
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

// `npm ci` removes node_modules, and with it the Node that it holds: npm must run on the machine's own.
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
    return 'the package registry cannot be reached. Check the network (or the proxy: npm config get proxy), then try again.'
  }
  if (/EACCES|EPERM/.test(output))
    return 'no permission to write there. Take ownership of the folder (also of ~/.npm), then try again.'
  if (/ENOSPC/.test(output)) return 'the disk is full. It needs about 500 MB.'
  if (/EUSAGE/.test(output))
    return 'package.json and package-lock.json disagree. Run npm install, then try again.'
  return 'npm said:'
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

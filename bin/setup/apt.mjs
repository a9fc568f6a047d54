// Installs a Redis server on Debian and Ubuntu without starting its service.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './command.mjs'
import { OLDEST, isNewEnough } from './redis.mjs'
import { SetupError, tailOf } from './report.mjs'

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'apt-install.sh')

/** Updates the package lists and installs redis-server, or valkey-server where only that is new enough. `missing` opens every error. */
export function aptInstallRedis(missing) {
  const asRoot = rootPrefix()
  if (asRoot === undefined)
    throw new SetupError(
      `${missing} Installing it needs root, and sudo would ask for a password. ${commands()}`,
    )
  const root = (...command) => run([...asRoot, ...command][0], [...asRoot, ...command].slice(1))
  const updated = root('sh', SCRIPT, 'update')
  const name = ['redis-server', 'valkey-server'].find((candidate) => isNewEnough(candidateOf(candidate)))
  if (name === undefined)
    throw new SetupError(
      updated.ok ? noneNewEnough(missing) : failure(missing, 'apt-get update', updated.output),
    )
  const installed = root('sh', SCRIPT, 'install', name)
  if (!installed.ok)
    throw new SetupError(
      failure(missing, `apt-get install ${name}`, `${updated.ok ? '' : updated.output}${installed.output}`),
    )
}

function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return run('sudo', ['-n', 'true']).ok ? ['sudo', '-n'] : undefined
}

// "5:7.0.15-1~deb12u10" → "7.0.15"; "0" when there is no such package.
function candidateOf(name) {
  const { output } = run('apt-cache', ['policy', name], { env: { ...process.env, LC_ALL: 'C' } })
  return /Candidate: (?:\d+:)?(\d+\.\d+[\d.]*)/.exec(output)?.[1] ?? '0'
}

function failure(missing, command, output) {
  return `${missing} ${command} failed: ${adviceOn(output)} ${commands()}\n  It said:\n${tailOf(output)}`
}

function adviceOn(output) {
  const lock = /Could not get lock [^\n]*?(?:held by process (\d+[^\n.]*))?(?:\n|$)/.exec(output)
  if (lock)
    return `another package manager is at work${lock[1] ? ` (process ${lock[1].trim()})` : ''} and did not end within two minutes. Wait for it, then try again.`
  if (
    /Could not resolve|Temporary failure|Unable to connect|Could not connect|Network is unreachable|Failed to fetch|Connection failed/.test(
      output,
    )
  ) {
    return 'the package servers cannot be reached. Check the network (or the proxy in /etc/apt/apt.conf.d), then try again.'
  }
  if (/No space left/.test(output)) return 'the disk is full.'
  if (/dpkg --configure -a|Unmet dependencies|held broken packages/.test(output))
    return 'the package database needs a repair first (sudo dpkg --configure -a; sudo apt-get -f install).'
  return ''
}

function noneNewEnough(missing) {
  return `${missing} This system's packages only offer ${candidateOf('redis-server')}. Add the Redis project's own (https://redis.io/docs/latest/operate/oss_and_stack/install/install-stack/apt/), then try again; or set REDIS_URL to a Redis ${OLDEST} or newer that runs elsewhere.`
}

function commands() {
  return 'By hand:\n    sudo apt-get update && sudo apt-get install redis-server\nthen try again; or set REDIS_URL to a Redis that runs elsewhere.'
}

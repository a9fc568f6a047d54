// Installs a Redis server on Debian and Ubuntu without starting its service.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './command.mjs'
import { OLDEST, isNewEnough } from './redis.mjs'
import { SetupError, tailOf } from './report.mjs'

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'apt-install.sh')

/** Checks the rights to install and returns the install function. Every error starts with `missing`. */
export function prepareApt(missing) {
  const prefix = rootPrefix()
  if (prefix === undefined)
    throw new SetupError(
      `${missing} Installing it requires root, and sudo requires a password. ${commands()}`,
    )
  return () => aptInstall(prefix, missing)
}

// Prefers redis-server; takes valkey-server if only that is new enough.
function aptInstall(prefix, missing) {
  const [file, ...args] = [...prefix, 'sh', SCRIPT]
  const updated = run(file, [...args, 'update'])
  const name = ['redis-server', 'valkey-server'].find((candidate) => isNewEnough(candidateOf(candidate)))
  if (name === undefined) {
    const offered = candidateOf('redis-server')
    // Without a network, apt-get update still succeeds but offers no package.
    throw new SetupError(
      offered === '0' ? failure(missing, 'apt-get update', updated.output) : noneNewEnough(missing, offered),
    )
  }
  const installed = run(file, [...args, 'install', name])
  // One broken source fails the update but not the installation, so it is reported only if both fail.
  if (!installed.ok)
    throw new SetupError(
      failure(missing, `apt-get install ${name}`, `${updated.ok ? '' : updated.output}${installed.output}`),
    )
}

function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return run('sudo', ['-n', 'true']).ok ? ['sudo', '-n'] : undefined
}

// "5:7.0.15-1~deb12u10" → "7.0.15"; "0" if there is no such package.
function candidateOf(name) {
  const { output } = run('apt-cache', ['policy', name], { env: { ...process.env, LC_ALL: 'C' } })
  return /Candidate: (?:\d+:)?(\d+\.\d+[\d.]*)/.exec(output)?.[1] ?? '0'
}

function failure(missing, command, output) {
  return `${missing} ${command} failed: ${adviceOn(output)} ${commands()}\n  Its output:\n${tailOf(output)}`
}

function adviceOn(output) {
  if (/Could not get lock|Unable to (acquire|lock)/.test(output)) {
    const holder = /held by process (\d+ \([^)]*\))/.exec(output)?.[1]
    return `another package manager${holder ? `, process ${holder},` : ''} is still running after two minutes. Wait for it, then try again.`
  }
  if (
    /Could not resolve|Temporary failure|Unable to connect|Could not connect|Network is unreachable|Failed to fetch|Connection failed/.test(
      output,
    )
  ) {
    return 'the package servers cannot be reached. Check the network and the proxy (/etc/apt/apt.conf.d), then try again.'
  }
  if (/No space left/.test(output)) return 'the disk is full.'
  if (/dpkg --configure -a|Unmet dependencies|held broken packages/.test(output))
    return 'repair the package database first: sudo dpkg --configure -a; sudo apt-get -f install.'
  return ''
}

function noneNewEnough(missing, offered) {
  return `${missing} This system offers only ${offered}. Add the Redis project's packages (https://redis.io/docs/latest/operate/oss_and_stack/install/install-stack/apt/), then try again. Or set REDIS_URL to a Redis ${OLDEST} or newer.`
}

function commands() {
  return 'By hand:\n    sudo apt-get update && sudo apt-get install redis-server\nThen try again. Or set REDIS_URL to another Redis.'
}

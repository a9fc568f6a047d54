// Installs a Redis server with the system's own package manager, never starting a service.
import { existsSync } from 'node:fs'
import { prepareApt } from './apt.mjs'
import { run } from './command.mjs'
import { OLDEST, findRedis } from './redis.mjs'
import { SetupError, say, tailOf } from './report.mjs'

/** Installs redis-server (or valkey-server), or throws a SetupError with the exact commands for a person to run. */
export function installRedis() {
  if (findRedis().tooOld !== undefined)
    throw new SetupError(
      `${missing()} It is somebody's, so it stays as it is. Upgrade it, or set REDIS_URL to a Redis that runs elsewhere.`,
    )
  const manager = [apt, brew, apk].find((candidate) => candidate.here())
  if (manager === undefined) throw new SetupError(`${missing()} ${adviceElsewhere()}`)
  const install = manager.prepare()
  say(`installing redis-server with ${manager.name}; its service is not started …`)
  install()
  const { usable, tooOld } = findRedis()
  if (usable) return
  const outcome =
    tooOld === undefined
      ? 'no redis-server is on the PATH'
      : `it is version ${tooOld}, and ${OLDEST} or newer is needed`
  throw new SetupError(`${manager.name} installed redis-server, but ${outcome}. ${adviceElsewhere()}`)
}

const apt = {
  name: 'apt-get',
  here: () => existsSync('/usr/bin/apt-get'),
  prepare: () => prepareApt(missing()),
}

const brew = {
  name: 'brew',
  here: () => process.platform === 'darwin' && run('brew', ['--version']).ok,
  prepare: () => () => {
    const done = run('brew', ['install', 'redis'])
    if (!done.ok)
      throw new SetupError(
        `brew install redis failed. Run it yourself, then try again. It said:\n${tailOf(done.output)}`,
      )
  },
}

const apk = {
  name: 'apk',
  here: () => existsSync('/sbin/apk'),
  prepare: () => {
    if (process.getuid?.() !== 0)
      throw new SetupError(`${missing()} Run as root:\n    apk add redis\nthen try again.`)
    return () => {
      // Newer Alpine releases carry Valkey in its place.
      if (!['redis', 'valkey'].some((name) => run('apk', ['add', '--no-cache', name]).ok))
        throw new SetupError(
          'apk add redis failed, and so did apk add valkey. Check the network and /etc/apk/repositories, then try again.',
        )
    }
  },
}

function missing() {
  const { tooOld } = findRedis()
  return tooOld === undefined
    ? `redis-server ${OLDEST} or newer is needed and not installed.`
    : `redis-server ${OLDEST} or newer is needed; this machine has ${tooOld}.`
}

function adviceElsewhere() {
  if (process.platform === 'darwin')
    return 'Install Homebrew (https://brew.sh), run:\n    brew install redis\nthen try again; or set REDIS_URL to a Redis that runs elsewhere.'
  return 'Install it (Fedora: sudo dnf install valkey-compat-redis · Arch: sudo pacman -S valkey · openSUSE: sudo zypper install redis · others: https://redis.io/docs/latest/operate/oss_and_stack/install/), then try again; or set REDIS_URL to a Redis that runs elsewhere.'
}

// Installs a Redis server with the system's package manager, without starting a service.
import { existsSync } from 'node:fs'
import { prepareApt } from './apt.mjs'
import { run } from './command.mjs'
import { OLDEST, findRedis } from './redis.mjs'
import { SetupError, say, tailOf } from './report.mjs'

/** Installs redis-server or valkey-server, or throws a SetupError with the commands to run by hand. */
export function installRedis() {
  if (findRedis().tooOld !== undefined)
    throw new SetupError(
      `${missing()} The setup does not replace an installed server. Upgrade it, or set REDIS_URL to another Redis.`,
    )
  const manager = [apt, brew, apk].find((candidate) => candidate.here())
  if (manager === undefined) throw new SetupError(`${missing()} ${adviceElsewhere()}`)
  const install = manager.prepare()
  say(`installing redis-server with ${manager.name}, without starting its service …`)
  install()
  const { usable, tooOld } = findRedis()
  if (usable) return
  const outcome =
    tooOld === undefined
      ? 'no redis-server is on the PATH'
      : `its version is ${tooOld}, and ${OLDEST} or newer is needed`
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
        `brew install redis failed. Run it by hand, then try again. Its output:\n${tailOf(done.output)}`,
      )
  },
}

const apk = {
  name: 'apk',
  here: () => existsSync('/sbin/apk'),
  prepare: () => {
    if (process.getuid?.() !== 0)
      throw new SetupError(`${missing()} Run as root:\n    apk add redis\nThen try again.`)
    return () => {
      // Newer Alpine releases offer Valkey instead.
      if (!['redis', 'valkey'].some((name) => run('apk', ['add', '--no-cache', name]).ok))
        throw new SetupError(
          'apk add redis and apk add valkey both failed. Check the network and /etc/apk/repositories, then try again.',
        )
    }
  },
}

function missing() {
  const { tooOld } = findRedis()
  return tooOld === undefined
    ? `redis-server ${OLDEST} or newer is needed, and none is installed.`
    : `redis-server ${OLDEST} or newer is needed; this machine has ${tooOld}.`
}

function adviceElsewhere() {
  if (process.platform === 'darwin')
    return 'Install Homebrew (https://brew.sh), run:\n    brew install redis\nThen try again. Or set REDIS_URL to another Redis.'
  return 'Install it (Fedora: sudo dnf install valkey-compat-redis · Arch: sudo pacman -S valkey · openSUSE: sudo zypper install redis · others: https://redis.io/docs/latest/operate/oss_and_stack/install/), then try again. Or set REDIS_URL to another Redis.'
}

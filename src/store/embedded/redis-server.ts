import { execFile } from 'node:child_process'
import { MirrorError } from '../../lib/errors.ts'

/** A Redis or Valkey server program on this machine. */
export interface RedisServer {
  readonly file: string
  readonly version: { readonly major: number; readonly minor: number }
}

/** There is no usable server program, or it did not start; the message contains the remedy. */
export class RedisServerError extends MirrorError {}

// Homebrew's folders are not always in the PATH.
const places = ['redis-server', 'valkey-server'].flatMap((name) => [
  name,
  `/opt/homebrew/bin/${name}`,
  `/usr/local/bin/${name}`,
])

/**
 * The first Redis or Valkey server program of at least version 6.2, the oldest that ioredis supports; throws
 * RedisServerError if there is none.
 */
export async function findRedisServer(): Promise<RedisServer> {
  let tooOld: string | undefined
  for (const file of places) {
    const said = await askVersion(file)
    const found = /(\d+)\.(\d+)/.exec(said)
    if (!found) continue
    const version = { major: Number(found[1]), minor: Number(found[2]) }
    if (version.major > 6 || (version.major === 6 && version.minor >= 2)) return { file, version }
    tooOld ??= found[0]
  }
  const have = tooOld === undefined ? 'none was found' : `this machine has ${tooOld}`
  throw new RedisServerError(
    `redis-server 6.2 or newer is needed; ${have}. Run: npm run setup, or set REDIS_URL to another Redis.`,
  )
}

/** The arguments for a server that listens only on one Unix socket, and keeps its data in `dir` if `persistent`. */
export function redisArguments(
  server: RedisServer,
  { dir, socket, persistent }: { dir: string; socket: string; persistent: boolean },
): string[] {
  const { major, minor } = server.version
  const settings: Record<string, string> = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '700',
    dir,
    pidfile: `${dir}/redis.pid`,
    daemonize: 'no',
    save: '',
    appendonly: persistent ? 'yes' : 'no',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    // Keeps BullMQ's job hashes compact. Redis 7 names it hash-max-listpack-value but still accepts this name; 6.2 only
    // knows this one.
    'hash-max-ziplist-value': '512',
  }
  // Newer servers refuse to start if the environment names a locale that is not installed.
  if (major > 7 || (major === 7 && minor >= 2)) settings['locale-collate'] = 'C'
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

function askVersion(file: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: 20_000 }, (error, stdout) => resolve(error ? '' : stdout))
  })
}

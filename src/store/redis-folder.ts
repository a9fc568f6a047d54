import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, open, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reasonOf } from '../lib/errors.ts'
import { RedisServerError } from './redis-server.ts'

// sockaddr_un holds 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 103
const LOG_LIMIT_BYTES = 1_000_000

/** Makes the embedded server's own folder under DATA_DIR, closed to other users, and gives its real path. */
export async function makeRedisFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'redis')
  try {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    return await realpath(folder)
  } catch (error) {
    throw new RedisServerError(
      `Cannot write to ${folder}: ${reasonOf(error)}. Set DATA_DIR to a folder of this user's own.`,
      { cause: error },
    )
  }
}

/** The places for the server's socket, best first: in its folder, or in /tmp where that path is too long or the file system has no sockets. */
export function socketPlaces(folder: string): string[] {
  const inside = join(folder, 'redis.sock')
  // Not os.tmpdir(): every process of ours must come to the same path, whatever its environment.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const outside = join('/tmp', `product-mirror-${name}`, 'redis.sock')
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? [inside, outside] : [outside]
}

/** Makes the socket's folder where there is none; throws RedisServerError when it is somebody else's. */
export async function prepareSocketFolder(folder: string, socket: string): Promise<void> {
  const place = dirname(socket)
  await mkdir(place, { mode: 0o700, recursive: true })
  if (await isTrusted(folder, socket)) return
  throw new RedisServerError(
    `${place} belongs to somebody else or is open to others. Remove it, or set DATA_DIR to a folder with a shorter path.`,
  )
}

/** Whether nobody else can have put a socket there: /tmp is open to all, so a folder in it must be this user's and closed to others. */
export async function isTrusted(folder: string, socket: string): Promise<boolean> {
  if (dirname(socket) === folder) return true
  try {
    const found = await lstat(dirname(socket))
    return found.isDirectory() && (found.mode & 0o077) === 0 && found.uid === process.getuid?.()
  } catch {
    return false
  }
}

/** Opens the server's log for appending; one that has grown large is begun anew. */
export async function openRedisLog(folder: string) {
  const file = join(folder, 'redis.log')
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  return open(file, size > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600)
}

/** The last lines of the server's log. */
export async function readLogTail(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'redis.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-6).join('\n')
}

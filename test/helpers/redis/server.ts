import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findRedisServer } from '../../../src/store/embedded/redis-server.ts'
import { hangMs } from '../hang.ts'
import { spawnBound } from '../processes/spawn-bound.ts'
import type { makeCertificate } from '../world/certificate.ts'

/** Starts a process that ends with the test. */
type Spawn = (
  file: string,
  args: readonly string[],
  options: { stdio: ['ignore', 'pipe', 'inherit'] },
) => ChildProcess

const ofData = { save: '', 'maxmemory-policy': 'noeviction', 'repl-diskless-sync-delay': '0' }

type Certificate = Awaited<ReturnType<typeof makeCertificate>>

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>

export type ServerOptions = {
  spawn?: Spawn
  /** Uses only TLS. */
  certificate?: Certificate | undefined
  /** Starts a Sentinel with these lines of configuration. */
  sentinel?: readonly string[]
  /** The parent of its folder. */
  folder?: string
  /** The password that clients must send. */
  password?: string
}

/** Starts a redis-server on a free loopback port, with a separate folder and these settings. */
export async function startRedisServer(
  settings: Record<string, string>,
  { spawn = spawnBound, certificate, sentinel, password, folder = tmpdir() }: ServerOptions = {},
) {
  const { file } = await findRedisServer()
  const dir = await mkdtemp(join(folder, 'redis-node-'))
  const port = await findFreePort()
  const all = {
    ...(certificate === undefined ? { port: String(port) } : tlsSettings(port, certificate)),
    bind: '127.0.0.1',
    dir,
    ...(sentinel === undefined && ofData),
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  // A Sentinel writes its state into its configuration file.
  const args = sentinel === undefined ? options : [join(dir, 'sentinel.conf'), '--sentinel', ...options]
  if (sentinel !== undefined) await writeFile(join(dir, 'sentinel.conf'), sentinel.join('\n'))
  let child: ChildProcess

  async function start(): Promise<void> {
    const started = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    await new Promise<void>((resolve, reject) => {
      let said = ''
      started.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/ready to accept connections|sentinel id is/i.test(said)) resolve()
      })
      started.once('error', reject)
      started.once('exit', () => reject(new Error(`redis-server ended before it was ready:\n${said}`)))
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  await start()
  /** A client that is connected to this server directly. */
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    maxRetriesPerRequest: null,
    replyMapping: 'legacy',
    ...(password !== undefined && { password }),
    ...(certificate && { tls: { ca: certificate.cert, cert: certificate.cert, key: certificate.key } }),
  })
  redis.on('error', () => undefined)
  return {
    port,
    dir,
    redis,
    pid: () => child.pid ?? 0,
    /** The current process. */
    child: () => child,
    /** Stops the process: connections stay open without any response. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    restart: start,
    async close(): Promise<void> {
      redis.disconnect()
      await end('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Only TLS. Clients need no certificate. */
function tlsSettings(port: number, { keyFile, certFile }: Certificate): Record<string, string> {
  return {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': certFile,
    'tls-key-file': keyFile,
    'tls-ca-cert-file': certFile,
    'tls-auth-clients': 'no',
  }
}

/** Waits for a condition of servers. Throws if it is never met. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + hangMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`)
    await sleep(20)
  }
}

/** Below the range of ephemeral ports, so that no connection takes it in the meantime. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false)
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

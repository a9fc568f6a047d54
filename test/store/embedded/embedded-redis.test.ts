import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedRedis } from '../../../src/store/embedded/embedded-redis.ts'
import type { EmbeddedRedis } from '../../../src/store/embedded/embedded-redis.ts'
import { findRedisServer, redisArguments } from '../../../src/store/embedded/redis-server.ts'
import { isAlive, untilGone } from '../../helpers/processes/until-gone.ts'

const log = pino({ level: 'silent' })
const script = fileURLToPath(import.meta.resolve('./embedded-redis-process.ts'))
let dataDir: string
let started: EmbeddedRedis[]
let children: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-'))
  started = []
  children = []
})

afterEach(async () => {
  for (const embedded of started) await embedded.stop()
  for (const child of children) child.kill('SIGKILL')
  for (const { pid } of started) await untilGone(pid)
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: { dataDir?: string; onExit?: (error: Error) => void } = {}) {
  const embedded = await startEmbeddedRedis({ dataDir, log, ...options })
  started.push(embedded)
  return embedded
}

async function startElsewhere() {
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { pid, socket } = JSON.parse(String(line)) as { pid: number; socket: string }
  return { child, pid, connection: { path: socket } }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function ask<T>(
  embedded: Pick<EmbeddedRedis, 'connection'>,
  question: (client: Redis) => Promise<T>,
): Promise<T> {
  const client = new Redis(embedded.connection)
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}

test('the server listens only on a socket in a private folder, and persists its data', async () => {
  const embedded = await start()
  const settings = await ask(embedded, async (client) => {
    const names = ['port', 'appendonly', 'appendfsync', 'save', 'maxmemory-policy', 'hash-max-listpack-value']
    return Promise.all(names.map(async (name) => (await client.config('GET', name))[1]))
  })
  expect(settings).toEqual(['0', 'yes', 'everysec', '', 'noeviction', '512'])
  expect((await stat(join(dataDir, 'redis'))).mode & 0o777).toBe(0o700)
})

test('data survives a stop and a start', async () => {
  const first = await start()
  await ask(first, (client) => client.set('page', '42'))
  await first.stop()
  expect(await isAlive(first.pid)).toBe(false)
  expect(await readdir(join(dataDir, 'redis'))).toEqual(['appendonlydir', 'lock', 'redis.log'])

  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await ask(second, (client) => client.get('page'))).toBe('42')
})

test('processes that start at the same time share one server, which ends with the last of them', async () => {
  const all = await Promise.all([start(), start(), startElsewhere(), start()])
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)

  const [first, second, elsewhere, last] = all
  await Promise.all([first.stop(), second.stop()])
  elsewhere.child.kill('SIGTERM')
  await once(elsewhere.child, 'exit')
  expect(await ask(last, (client) => client.ping())).toBe('PONG')
  const latest = await start()
  await Promise.all([last.stop(), latest.stop()])
  expect(await isAlive(last.pid)).toBe(false)
})

test('the server ends when its last user is killed, and the next user finds the data', async () => {
  const killed = await startElsewhere()
  await ask(killed, (client) => client.set('page', '42'))
  await kill(killed.child)
  await untilGone(killed.pid)

  expect(await ask(await start(), (client) => client.get('page'))).toBe('42')
})

test('the server ends when its last user is killed and its folder is gone', async () => {
  const { child, pid } = await startElsewhere()
  await rm(dataDir, { recursive: true })
  await kill(child)
  await untilGone(pid)
})

test('a killed user leaves the server running for the other user', async () => {
  const killed = await startElsewhere()
  const other = await start()
  await kill(killed.child)
  const latest = await start()
  expect(latest.pid).toBe(other.pid)
  expect(await ask(other, (client) => client.ping())).toBe('PONG')
})

test('a start right after the last user was killed waits for the old server to end, repeatedly', async () => {
  for (const value of ['1', '2', '3']) {
    const elsewhere = await startElsewhere()
    await ask(elsewhere, (client) => client.append('page', value))
    await kill(elsewhere.child)
  }
  expect(await ask(await start(), (client) => client.get('page'))).toBe('123')
})

test('the server ends with its guardian, and its users are notified', async () => {
  const told = Promise.withResolvers<Error>()
  const { pid } = await start({ onExit: told.resolve })
  const [guardian] = (await text(spawn('pgrep', ['-f', `guardian.ts ${dataDir}/`]).stdout)).trim().split('\n')
  process.kill(Number(guardian), 'SIGKILL')
  expect((await told.promise).message).toContain(`process ${pid}`)
  await untilGone(pid)
})

test('Ctrl-C in the terminal reaches the daemon and not its Redis', async () => {
  const { child, pid } = await startElsewhere()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await once(child, 'exit')
  await untilGone(pid)
  const said = await readFile(join(dataDir, 'redis', 'redis.log'), 'utf8')
  expect(said).toContain('User requested shutdown')
  expect(said).not.toContain('SIGINT')
})

test('a crash of the server is reported, and the next start continues with its data', async () => {
  const told = Promise.withResolvers<Error>()
  const first = await start({ onExit: told.resolve })
  await ask(first, (client) => client.set('page', '42'))
  process.kill(first.pid, 'SIGKILL')
  expect((await told.promise).message).toContain(`process ${first.pid}`)

  const second = await start()
  expect(await ask(second, (client) => client.get('page'))).toBe('42')
})

test('files left over from a machine crash do not prevent a start', async () => {
  const folder = join(dataDir, 'redis')
  await mkdir(folder)
  for (const name of ['redis.pid', 'redis.sock', 'guard.sock', 'lock'])
    await writeFile(join(folder, name), name === 'redis.pid' ? `${process.pid}\n` : '')
  const embedded = await start()
  expect(await ask(embedded, (client) => client.ping())).toBe('PONG')
})

test("another program's Redis on our socket is neither used nor stopped", async () => {
  const folder = join(dataDir, 'redis')
  await mkdir(folder, { mode: 0o700 })
  const server = await findRedisServer()
  const settings = { dir: dataDir, socket: join(folder, 'redis.sock'), persistent: false }
  const foreign = spawn(server.file, redisArguments(server, settings), {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(foreign)
  for await (const line of createInterface({ input: foreign.stdout }))
    if (line.includes('ready to accept')) break

  await expect(start()).rejects.toThrow(`does not respond on ${join(folder, 'guard.sock')}`)
  expect(foreign.exitCode).toBeNull()
})

test('a second server is never started on data that a running one uses', async () => {
  const first = await start()
  await unlink(join(dataDir, 'redis', 'guard.sock'))
  await expect(start()).rejects.toThrow('Stop it, or set DATA_DIR to another folder.')
  expect(await ask(first, (client) => client.ping())).toBe('PONG')
})

test('a folder whose path is too long for a socket has its socket elsewhere', async () => {
  const deep = join(dataDir, 'an id with späce '.repeat(8))
  const first = await start({ dataDir: deep })
  const second = await start({ dataDir: deep })
  expect(second.pid).toBe(first.pid)
  expect(first.connection.path).toMatch(/^\/tmp\/product-mirror-\w+\/redis\.sock$/)
  await first.stop()
  await second.stop()
  await expect(stat(join(first.connection.path, '..'))).rejects.toThrow('ENOENT')
})

test('a folder in /tmp that others can write to is not used for sockets', async () => {
  const deep = join(dataDir, 'an id with späce '.repeat(8))
  const first = await start({ dataDir: deep })
  const place = join(first.connection.path, '..')
  await chmod(place, 0o777)
  await expect(start({ dataDir: deep })).rejects.toThrow(
    `${place} belongs to another user or is open to others`,
  )
})

test('a server that cannot start is reported with the end of its log', async () => {
  const first = await start()
  await ask(first, (client) => client.set('page', '42'))
  await first.stop()
  await writeFile(join(dataDir, 'redis', 'appendonlydir', 'appendonly.aof.manifest'), 'spoilt')
  await expect(start()).rejects.toThrow(/did not start in .*manifest/s)
})

test('without a redis-server the error names the command that installs one', async () => {
  const child = spawn(process.execPath, [script, dataDir], {
    env: { PATH: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  for await (const chunk of child.stderr) said += String(chunk)
  expect(said).toContain('Run: npm run setup')
})

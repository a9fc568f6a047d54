import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedRedis } from '../../src/store/embedded-redis.ts'
import type { EmbeddedRedis } from '../../src/store/embedded-redis.ts'
import { findServerProcess, waitForExit } from '../../src/store/redis-process.ts'
import { findRedisServer, redisArguments } from '../../src/store/redis-server.ts'

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
  const left = (
    await Promise.all(started.map(async ({ pid }) => ((await waitForExit(pid, 2_000)) ? [] : [pid])))
  ).flat()
  await rm(dataDir, { recursive: true, force: true })
  if (left.length > 0) throw new Error(`left running: ${left.join(', ')}`)
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
  const { pid, adopted } = JSON.parse(String(line)) as { pid: number; adopted: boolean }
  return { child, pid, adopted }
}

async function ask<T>(embedded: EmbeddedRedis, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(embedded.connection)
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}

test('the server listens on a socket only, in a folder closed to others, and keeps what it is told', async () => {
  const embedded = await start()
  const settings = await ask(embedded, async (client) => {
    const names = ['port', 'appendonly', 'appendfsync', 'save', 'maxmemory-policy', 'hash-max-listpack-value']
    return Promise.all(names.map(async (name) => (await client.config('GET', name))[1]))
  })
  expect(settings).toEqual(['0', 'yes', 'everysec', '', 'noeviction', '512'])
  expect((await stat(join(dataDir, 'redis'))).mode & 0o777).toBe(0o700)
  expect(embedded.adopted).toBe(false)
})

test('what was written is there after a stop and a start', async () => {
  const first = await start()
  await ask(first, (client) => client.set('page', '42'))
  await first.stop()
  expect(await waitForExit(first.pid, 0)).toBe(true)
  expect(await readdir(join(dataDir, 'redis'))).toEqual(['appendonlydir', 'redis.log'])

  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await ask(second, (client) => client.get('page'))).toBe('42')
})

test('processes that start at the same instant share one server, and the last to stop ends it', async () => {
  const all = await Promise.all([start(), start(), startElsewhere(), start()])
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)
  expect(all.map(({ adopted }) => adopted)).toEqual([false, false, false, false])

  const [first, second, elsewhere, last] = all
  await Promise.all([first.stop(), second.stop()])
  elsewhere.child.kill('SIGTERM')
  await once(elsewhere.child, 'exit')
  expect(await ask(last, (client) => client.ping())).toBe('PONG')
  const latest = await start()
  await Promise.all([last.stop(), latest.stop()])
  expect(await waitForExit(last.pid, 0)).toBe(true)
})

test('a server left behind by a killed process is adopted and then ended by us', async () => {
  const elsewhere = await startElsewhere()
  elsewhere.child.kill('SIGKILL')
  await once(elsewhere.child, 'exit')

  const embedded = await start()
  expect(embedded).toMatchObject({ pid: elsewhere.pid, adopted: true })
  await embedded.stop()
  expect(await waitForExit(embedded.pid, 0)).toBe(true)
})

test('Ctrl-C in the terminal reaches the daemon and not its Redis', async () => {
  const { child, pid } = await startElsewhere()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await once(child, 'exit')
  expect(await waitForExit(pid, 0)).toBe(true)
  const said = await readFile(join(dataDir, 'redis', 'redis.log'), 'utf8')
  expect(said).toContain('User requested shutdown')
  expect(said).not.toContain('SIGINT')
})

test('a crash of the server is told, and the next start goes on with its data', async () => {
  const told = Promise.withResolvers<Error>()
  const first = await start({ onExit: told.resolve })
  await ask(first, (client) => client.set('page', '42'))
  process.kill(first.pid, 'SIGKILL')
  expect((await told.promise).message).toContain(`process ${first.pid}`)

  const second = await start()
  expect(await ask(second, (client) => client.get('page'))).toBe('42')
})

test('a process id that now belongs to another program is not taken for the server', async () => {
  const folder = join(dataDir, 'redis')
  await mkdir(folder)
  await writeFile(join(folder, 'redis.pid'), `${process.pid}\n`)
  await writeFile(join(folder, 'redis.sock'), '')
  const embedded = await start()
  expect(embedded.pid).not.toBe(process.pid)
  expect(await findServerProcess(folder, [])).toBe(embedded.pid)
})

test("somebody else's Redis on our socket is neither used nor ended", async () => {
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

  await expect(start()).rejects.toThrow(`not ours (its data is in ${dataDir})`)
  expect(foreign.exitCode).toBeNull()
})

test('a second server is never started on data that a living one works with', async () => {
  const first = await start()
  await unlink(join(dataDir, 'redis', 'redis.sock'))
  await expect(start()).rejects.toThrow(`kill ${first.pid}`)
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

test('where the folder can hold no socket it is elsewhere, too', async () => {
  await mkdir(join(dataDir, 'redis', 'redis.sock'), { recursive: true })
  const embedded = await start()
  expect(embedded.connection.path).toMatch(/^\/tmp\/product-mirror-/)
})

test('a server that cannot start is told with the end of its log', async () => {
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

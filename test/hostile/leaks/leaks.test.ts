import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { patiently } from '../../helpers/hang.ts'
import { startScripted } from '../../helpers/world/scripted-server.ts'
import { openWorld } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { canaries, findCanaries, readWholeRedis } from './canaries.ts'
import { openEchoingUpstreams, type Phase } from './echoing-upstreams.ts'

const password = encodeURIComponent

/** A TCP address for a Redis that listens on a socket. */
async function openPort(path: string) {
  const server = createServer((incoming) => {
    const outgoing = connect(path)
    incoming.pipe(outgoing).pipe(incoming)
    for (const one of [incoming, outgoing])
      one.on('error', () => {
        incoming.destroy()
        outgoing.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** Read-only commands, which may run in parallel. */
const reading = [
  ['status'],
  ['status', '--json'],
  ['status', '--failing'],
  ['status', '--check'],
  ['decisions'],
  ['doctor'],
  ['doctor', '--json'],
]
const running = [
  ['plan', '--markdown', '--verbose'],
  ['sync', '--verbose'],
]

test('a secret that an upstream quotes is never logged, stored, shown or sent', async (context) => {
  await using world = await openWithPassword(canaries.REDIS)
  const chat = await startScripted([{ status: 200 }])
  const upstreams = await openEchoingUpstreams({
    origin: world.mock.origin,
    token: world.mock.token,
    gtins: world.gtins,
    catalogKey: canaries.CATALOG,
  })
  const redis = await openPort(new URL(world.env['REDIS_URL'] ?? '').pathname)
  const env = {
    PARTNER_BASE_URL: upstreams.origin,
    PARTNER_TOKEN: canaries.PARTNER_TOKEN,
    CMS_API_ROOT: `${upstreams.origin}/api/rest`,
    CMS_PASSWORD: canaries.CMS_PASSWORD,
    CATALOG: upstreams.catalog,
    REDIS_URL: `redis://:${password(canaries.REDIS)}@127.0.0.1:${redis.port}`,
    OPS_USER: 'ops',
    OPS_PASSWORD: canaries.OPS_PASSWORD,
    NOTIFY_URL: `${chat.url}/services/${canaries.NOTIFY} ${chat.url}/chat?token=${canaries.NOTIFY}`,
    NOTIFY_FORMAT: 'json chat',
    NOTIFY_SECRET: `whsec_${canaries.NOTIFY_SECRET}`,
  }
  const found: string[] = []
  let places = 0
  const look = (place: string, text: string): void => {
    places++
    found.push(...findCanaries(place, text))
  }
  const run = async (phase: Phase, ...args: string[]): Promise<void> => {
    upstreams.state.phase = phase
    const { code, stdout, stderr } = await world.spawnWith(env, ...args).ended
    look(`${phase}: ${args.join(' ')} (exit ${code})`, `${stdout}\n${stderr}`)
  }

  const daemon = world.spawnDaemon({ ...env, LOG_LEVEL: 'trace' })
  const url = await daemon.ready()
  const auth = `Basic ${Buffer.from(`ops:${canaries.OPS_PASSWORD}`).toString('base64')}`
  const get = async (path: string, accept = 'text/html'): Promise<string> => {
    const response = await fetch(url + path, { headers: { authorization: auth, accept } })
    const text = await response.text()
    look(`GET ${path} (${response.status})`, text)
    return text
  }
  for (const phase of ['records', 'partner', 'cms', 'catalogue'] as const) {
    upstreams.state.phase = phase
    const began = await fetch(`${url}/api/runs`, {
      method: 'POST',
      headers: { authorization: auth, 'content-type': 'application/json' },
      body: '{}',
    })
    const { run: begun } = (await began.json()) as { run: { id: string } }
    await vi.waitFor(async () => {
      const { run: ended } = JSON.parse(await get(`/api/runs/${begun.id}`, 'application/json'))
      expect(['partial', 'failed']).toContain(ended.state)
    }, patiently)
  }
  await vi.waitFor(() => expect(chat.asked.length).toBeGreaterThanOrEqual(4), patiently)

  const { runs } = JSON.parse(await get('/api/runs', 'application/json')) as { runs: { id: string }[] }
  for (const { id } of runs) for (const end of ['', '.json', '.csv', '.md']) await get(`/runs/${id}${end}`)
  const pages = [
    '/',
    '/coverage',
    '/decisions',
    '/runs',
    '/audit',
    '/queues/',
    '/metrics',
    '/healthz',
    '/readyz',
  ]
  for (const page of pages) await get(page)
  for (const gtin of world.gtins) {
    await get(`/products/${gtin}`)
    await get(`/api/products/${gtin}`)
    await get(`/api/products/${gtin}/history`)
  }
  for (const path of ['/api/failing', '/api/decisions']) await get(path)
  for (const queue of ['runs', 'plan', 'media', 'pages', 'retire', 'notices'])
    for (const status of ['latest', 'completed', 'failed', 'delayed', 'waiting'])
      await get(`/queues/api/queues?activeQueue=${queue}&status=${status}&page=1&jobsPerPage=100`)

  const [record = ''] = world.gtins
  for (const args of running) await run('records', ...args)
  const previews = world.gtins.slice(0, 6).map((gtin) => ['preview', gtin, 'de-de'])
  await Promise.all([...reading, ['history', record], ...previews].map((args) => run('records', ...args)))
  for (const phase of ['partner', 'cms', 'catalogue'] as const)
    await Promise.all([['sync'], ['doctor']].map((args) => run(phase, ...args)))

  for (const { slug, title, content } of await world.recordPages())
    look(`page ${slug}`, `${title.raw}\n${content.raw}`)
  for await (const { key, text } of readWholeRedis(world.redis)) look(`Redis ${key}`, text)
  for (const { url: asked, body } of chat.asked) look(`notice to ${asked.slice(0, 5)}`, body.toString())
  await daemon.stop()
  look(
    'log',
    daemon
      .logged()
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  redis.server.close()
  await Promise.all([upstreams.close(), chat.close()])

  countAttacks(context, 'answers that quote credentials', upstreams.count())
  countAttacks(context, 'places searched for secrets', places)
  expect(upstreams.count()).toBeGreaterThan(50)
  expect(found).toEqual([])
})

/** A mirror whose Redis demands a password until it closes. */
async function openWithPassword(secret: string) {
  const world = await openWorld({ gtins: 10, languages: ['de-de'] })
  const demand = (text: string): Promise<unknown> => world.redis.config('SET', 'requirepass', text)
  await demand(secret)
  return Object.assign(world, {
    [Symbol.asyncDispose]: async () => {
      await demand('')
      await world.close()
    },
  })
}

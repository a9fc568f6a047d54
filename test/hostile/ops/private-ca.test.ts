import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test as base } from 'vitest'
import { makeCertificate } from '../../helpers/world/certificate.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { RunReport } from '../../../src/cli/json/run-report.ts'
import { openWorld } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { startSecuredRedis } from './secured-redis.ts'

/** A world whose Redis, partner and CMS have a certificate of an unknown CA. */
const test = base.extend('secured', { scope: 'file' }, async ({}, { onCleanup }) => {
  const certificate = await makeCertificate()
  const [world, redis] = await Promise.all([
    openWorld({ gtins: 3, languages: ['de-de', 'en-gb'] }),
    startSecuredRedis(certificate),
  ])
  const plain = Number(new URL(world.mock.origin).port)
  const proxy = createServer({ key: certificate.key, cert: certificate.cert }, (client) => {
    const server = connect(plain, '127.0.0.1')
    client.pipe(server).pipe(client)
    for (const socket of [client, server])
      socket.on('error', () => [client, server].map((each) => each.destroy()))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const origin = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const services = {
    PARTNER_BASE_URL: origin,
    CMS_API_ROOT: `${origin}/api/rest`,
    REDIS_URL: redis.urlOf('mirror'),
  }
  Object.assign(world.env, services, { NODE_EXTRA_CA_CERTS: certificate.certFile })
  onCleanup(async () => {
    await world.close()
    proxy.close()
    await redis.close()
    await certificate.close()
  })
  return { world, redis }
})

const hint = 'to trust your own CA, start with NODE_EXTRA_CA_CERTS'

test('without NODE_EXTRA_CA_CERTS no service is trusted, and the error explains how to trust it', async ({
  secured: { world },
  task,
}) => {
  const without = { NODE_EXTRA_CA_CERTS: '' }
  const plainRedis = { ...without, REDIS_URL: '', DATA_DIR: `${world.env['DATA_DIR']}/embedded` }
  const [redis, upstreams] = await Promise.all(
    [without, plainRedis].map((changes) => world.spawnWith(changes, 'doctor').ended),
  )
  const said = (text: string): string => text.replaceAll(/\s+/g, ' ')
  expect(redis?.code).toBe(1)
  expect(said(redis?.stdout ?? '')).toContain(hint)
  expect(upstreams?.code).toBe(5)
  expect(said(upstreams?.stdout ?? '').split(hint).length).toBeGreaterThanOrEqual(3)
  countAttacks({ task }, 'unknown certificates', 3)
})

test('everything works over TLS and with the documented rights, and Redis rejects no command', async ({
  secured: { world, redis },
  task,
}) => {
  const run = async (...args: string[]): Promise<number | null> => (await world.spawn(...args).ended).code
  expect(await run('doctor')).toBe(0)
  const sync = async () => jsonOf(await world.spawn('sync', '--json').ended) as RunReport
  expect(await sync()).toMatchObject({ state: 'done', created: 6 })
  await world.mock.patchProduct(world.gtins[0] ?? '', 'de-de', { name: 'Changed' })
  const second = await sync()
  expect(second).toMatchObject({ state: 'done', updated: 1 })
  expect(await run('undo', second.runId)).toBe(0)
  expect(await run('verify', '--repair')).toBe(0)
  expect(await run('rebuild')).toBe(0)

  const daemon = world.spawnDaemon()
  const url = await daemon.ready()
  const pages = ['/', '/coverage', '/decisions', '/runs', '/audit', '/metrics', '/queues/api/queues']
  for (const path of pages)
    expect({ path, status: (await fetch(url + path)).status }).toEqual({ path, status: 200 })
  const started = await fetch(`${url}/api/runs`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(started.status).toBeLessThan(300)
  const { run: begun } = (await started.json()) as { run: { id: string } }
  const state = async (): Promise<string> =>
    ((await (await fetch(`${url}/api/runs/${begun.id}`)).json()) as { run: { state: string } }).run.state
  await expect.poll(state).toBe('done')
  await daemon.stop()
  expect(await redis.refused()).toEqual([])
  countAttacks({ task }, 'commands under a minimal Redis user', 6)
})

test('doctor lists the rights that the Redis user lacks', async ({ secured, task }) => {
  const { world, redis } = secured
  const { code, stdout } = await world.spawnWith({ REDIS_URL: redis.urlOf('poor') }, 'doctor').ended
  expect(code).toBe(1)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('ACL SETUSER <user> +hset +xadd')
  countAttacks({ task }, 'missing Redis rights', 2)
})

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { openWorld } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const authorization = basic('ops', 'right-password')

/** A daemon with a held plan and logins for its dashboard. Its partner token is in a file. */
const test = base
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await openWorld({
      gtins: 12,
      languages: ['de-de'],
      env: { RETIRE_AFTER_MISSES: '1' },
    })
    onCleanup(() => world.close())
    const tokenFile = join(world.env['DATA_DIR'] ?? '', 'partner-token')
    await writeFile(tokenFile, world.mock.token)
    Object.assign(world.env, { PARTNER_TOKEN: '', PARTNER_TOKEN_FILE: tokenFile })
    await world.run('sync')
    await world.listGtins(world.gtins.slice(0, 3))
    await world.report('sync', '--json')
    return world
  })
  .extend('daemon', { scope: 'file' }, async ({ world }) => {
    const daemon = world.spawnDaemon({
      OPS_USER: 'ops',
      OPS_PASSWORD: 'right-password',
      OPS_READER_USER: 'rita',
      OPS_READER_PASSWORD: 'other-password',
      SCHEDULE: '0 4 1 1 *',
    })
    return { ...daemon, origin: await daemon.ready() }
  })
  .extend('call', { scope: 'file' }, ({ daemon }) => {
    return async (method: string, path: string, { body, ...headers }: Record<string, string> = {}) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const request = { method, headers: { ...type, ...headers }, ...(body !== undefined && { body }) }
      const response = await fetch(daemon.origin + path, request)
      return { status: response.status, text: await response.text() }
    }
  })

/** The runs of the mirror as `id state`. */
async function runsOf(
  call: (method: string, path: string, more: Record<string, string>) => Promise<{ text: string }>,
) {
  const { runs } = JSON.parse((await call('GET', '/api/runs', { authorization })).text) as {
    runs: { id: string; state: string }[]
  }
  return runs.map(({ id, state }) => `${id} ${state}`)
}

test('200 clients that send their request byte by byte are dropped, and others are served in the meantime', async ({
  daemon,
  call,
  task,
}) => {
  const { port } = new URL(daemon.origin)
  const kinds = ['', 'POST /api/runs HTTP/1.1\r\nhost: x\r\nx-slow: ', 'body'] as const
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      const kind = kinds[index % kinds.length] ?? ''
      const head = `POST /api/runs HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
      socket.write(kind === 'body' ? head : kind)
      return { socket, drip: kind !== '' }
    }),
  )
  const answers = slow.map(({ socket, drip }) => ended(socket, drip))
  expect((await call('GET', '/api/runs', { authorization })).status).toBe(200)
  const statuses = await Promise.all(answers)
  expect(statuses.filter((answer) => !/^(HTTP\/1.1 408 |$)/.test(answer))).toEqual([])
  countAttacks({ task }, 'slow requests', slow.length)
})

/** Sends a byte from time to time until the server closes the connection. Returns its response. */
async function ended(socket: Socket, drip: boolean): Promise<string> {
  socket.on('error', () => undefined)
  const timer = setInterval(() => drip && socket.writable && socket.write('x'), 500)
  const answer = await text(socket).catch(() => '')
  clearInterval(timer)
  return answer
}

test('forged jobs and other actions in Bull Board cannot replace a held plan', async ({ call, task }) => {
  const before = await runsOf(call)
  expect(before).toContainEqual(expect.stringContaining(' held'))
  const queue = '/queues/api/queues/runs'
  const job = (name: string, data: object) => JSON.stringify({ name, data, options: {} })
  const tried: [string, string, string?][] = [
    ['POST', `${queue}/add`, job('tick', {})],
    ['POST', `${queue}/add`, job('verify-tick', {})],
    ['POST', `${queue}/add`, job('start-run', { runId: 'x', step: 'collect' })],
    ['PUT', `${queue}/job-schedulers/resync/run`],
    ['PATCH', `${queue}/job-schedulers/resync`, JSON.stringify({ pattern: '* * * * * *' })],
    ['PUT', `${queue}/promote`],
    ['PUT', `${queue}/retry/completed`],
    ['PUT', `${queue}/pause`],
    ['PUT', `${queue}/obliterate`],
  ]
  for (const [method, path, body] of tried) {
    const headers: Record<string, string> = { authorization, ...(body !== undefined && { body }) }
    expect({ path, status: (await call(method, path, headers)).status }).toEqual({ path, status: 403 })
  }
  expect(await runsOf(call)).toEqual(before)
  countAttacks({ task }, 'forged jobs', tried.length)
})

test('requests of other sites and of a user with read access change nothing', async ({ call, task }) => {
  const before = await runsOf(call)
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { authorization: basic('rita', 'other-password') },
  ]
  for (const headers of foreign)
    for (const path of ['/api/runs', '/actions/start'])
      expect((await call('POST', path, { authorization, body: '{}', ...headers })).status).toBe(403)
  expect(await runsOf(call)).toEqual(before)
  countAttacks({ task }, 'cross-site writes', foreign.length * 2)
})

test('a rotated partner token is used without a restart', async ({ world, call, task }) => {
  const start = async () => {
    const { text: answer } = await call('POST', '/api/runs', { authorization, body: '{"kind":"plan"}' })
    const { run } = JSON.parse(answer) as { run: { id: string } }
    const state = async () => (await runsOf(call)).find((row) => row.startsWith(`${run.id} `))?.split(' ')[1]
    await expect.poll(state).toMatch(/^(failed|dry|held|planned|done)/)
    return state()
  }
  await writeFile(world.env['PARTNER_TOKEN_FILE'] ?? '', 'revoked-token')
  expect(await start()).toBe('failed')
  await writeFile(world.env['PARTNER_TOKEN_FILE'] ?? '', world.mock.token)
  expect(await start()).not.toBe('failed')
  countAttacks({ task }, 'rotated secrets', 2)
})

// This is the last test, because this address may not log in afterwards.
test('password guesses get no response after ten attempts', async ({ daemon, call, task }) => {
  const guesses = 300
  const statuses = await Promise.all(
    Array.from({ length: guesses }, (_, index) =>
      call('GET', '/', {
        authorization: basic('ops', `guess-${index}`),
        'x-forwarded-for': `10.0.0.${index}`,
      }),
    ),
  )
  const counts = Object.groupBy(statuses, ({ status }) => status)
  expect([counts[401]?.length, counts[429]?.length]).toEqual([10, guesses - 10])
  expect((await call('GET', '/', { authorization })).status).toBe(429)
  const logged = daemon.logged().filter(({ msg }) => msg === 'wrong password')
  expect(logged).toHaveLength(10)
  expect(logged[0]).toMatchObject({ address: '127.0.0.1' })
  expect(JSON.stringify(daemon.logged())).not.toMatch(/guess-\d|right-password/)
  countAttacks({ task }, 'guessed passwords', guesses)
})

import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerErrors } from '../../../src/ops/pages/shared/answer-errors.ts'
import { routeHealth, routeReadiness } from '../../../src/ops/health/health.ts'
import { createHeartbeat } from '../../../src/ops/health/heartbeat.ts'
import type { OpsHealth } from '../../../src/ops/deps.ts'
import { patiently } from '../../helpers/hang.ts'

const refused = () => Promise.reject(new Error('connect ECONNREFUSED'))
const well: Pick<OpsHealth, 'redis' | 'writeFault' | 'workersRunning'> = {
  redis: async () => true,
  writeFault: () => undefined,
  workersRunning: () => true,
}

describe('/healthz', () => {
  let clock = 0
  const heartbeat = createHeartbeat({ intervalMs: 1_000, stalledAfterMs: 5_000, now: () => clock })
  const beat = () => {
    clock += 1_000
    vi.advanceTimersByTime(1_000)
  }
  let app: FastifyInstance
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    app = fastify()
    answerErrors(app, async (_request, reply) => reply)
    routeHealth(app, { heartbeat })
    heartbeat.start()
  })
  afterAll(async () => {
    heartbeat.stop()
    vi.useRealTimers()
    await app.close()
  })

  it('is ok while the event loop runs', async () => {
    for (let i = 0; i < 60; i++) beat()
    const answer = await app.inject({ url: '/healthz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
  })

  it('reports how long the event loop was blocked, until the next beat in time', async () => {
    clock += 7_500
    const blocked = await app.inject({ url: '/healthz' })
    expect(blocked.statusCode).toBe(503)
    expect(blocked.json()).toEqual({
      error: { code: 'stalled', message: 'The event loop was blocked for 6.5 s.' },
    })
    beat()
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(503)
    beat()
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  })
})

it('a blocked event loop is detected', async () => {
  const heartbeat = createHeartbeat({ intervalMs: 5, stalledAfterMs: 40 })
  heartbeat.start()
  expect(heartbeat.stalled()).toBe(false)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  expect(heartbeat.stalled()).toBe(true)
  await vi.waitFor(() => expect(heartbeat.stalled()).toBe(false), { ...patiently, interval: 5 })
  heartbeat.stop()
})

describe('/readyz', () => {
  const opened: FastifyInstance[] = []
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
  })
  const ask = (health: Partial<OpsHealth>) => {
    const app = fastify()
    opened.push(app)
    answerErrors(app, async (_request, reply) => reply)
    routeReadiness(app, { health: { ...well, ...health } })
    return app.inject({ url: '/readyz' })
  }
  it('is ready when Redis responds and workers run', async () => {
    const answer = await ask({})
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ready' })
  })

  it.each<[string, Partial<OpsHealth>, string]>([
    ['Redis', { redis: async () => false }, 'Redis does not respond.'],
    ['Redis', { redis: refused }, 'Redis does not respond: connect ECONNREFUSED'],
    ['workers', { workersRunning: () => false }, 'The workers are not running.'],
    [
      'both',
      { redis: async () => false, workersRunning: () => false },
      'Redis does not respond. The workers are not running.',
    ],
  ])('lists what is missing: %s', async (_case, health, message) => {
    const answer = await ask(health)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ error: { code: 'not_ready', message } })
  })

  it('does not wait for a Redis that never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { promise, resolve } = Promise.withResolvers<void>()
      const answer = ask({
        redis: () => {
          resolve()
          return Promise.withResolvers<boolean>().promise
        },
      })
      void answer.then(undefined, () => undefined)
      await promise
      await vi.advanceTimersByTimeAsync(2_000)
      expect((await answer).json()).toMatchObject({
        error: { message: 'Redis does not respond: Redis did not respond within 2 s.' },
      })
    } finally {
      vi.useRealTimers()
    }
  })
})

import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { uncollected } from '../../../src/lib/memory/idle-collector.ts'
import type { LiveRun } from '../../../src/ops/live/live-run.ts'
import { routeEvents } from '../../../src/ops/live/events.ts'
import type { OpsServer } from '../../../src/ops/server.ts'
import { aRun, opsServer, startOps } from '../start-ops.ts'

const id = '2026-11-21-1'
let ops: Awaited<ReturnType<typeof startOps>>
let server: OpsServer | undefined
beforeAll(async () => {
  ops = await startOps()
  const { finishedAt: _, ...run } = aRun({ id, state: 'planning', languages: ['de', 'en'] })
  await ops.runs.begin(run)
  await ops.runs.advance(id, { total: 200, planned: 40, 'planned:de': 40 })
})
afterEach(() => server?.close())
afterAll(() => ops.close())

/** A server that counts its Redis reads of the active run. */
async function listen() {
  let reads = 0
  const activeId = async () => {
    reads++
    return ops.runs.activeId()
  }
  server = opsServer(ops.deps, { runs: { ...ops.runs, activeId } })
  const { url } = await server.listen()
  return { url, reads: () => reads }
}

/** The events of a stream. `next` waits for one more; undefined at the end. */
async function open(url: string, framed = true) {
  const answer = await fetch(`${url}/events`)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  if (framed) expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async function next(): Promise<unknown> {
    for (;;) {
      const found = /^event: run\ndata: (.*)\n\n/m.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return JSON.parse(found[1] ?? '')
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
}

test('the active run is sent at once, and again when it changes', async () => {
  const { url } = await listen()
  const next = await open(url)
  const languages = [
    { language: 'de', done: 40, total: 100 },
    { language: 'en', done: 0, total: 100 },
  ]
  const told = { runId: id, kind: 'sync', phase: 'reading', done: 40, total: 200, failed: 0, languages }
  expect(await next()).toMatchObject({ ...told, text: 'reading: 40 of 200 records' })
  await ops.runs.advance(id, { planned: 60, 'planned:de': 60, failed: 2 })
  const moved = await next()
  expect(moved).toMatchObject({ done: 100, failed: 2, text: 'reading: 100 of 200 records, 2 failed' })
})

test('all listeners share one read per second, and without listeners nothing is read', async () => {
  const { url, reads } = await listen()
  expect(reads()).toBe(0)
  const from = performance.now()
  const listeners = await Promise.all(Array.from({ length: 8 }, () => open(url)))
  await Promise.all(listeners.map((next) => next()))
  await ops.runs.advance(id, { planned: 1 })
  await Promise.all(listeners.map((next) => next()))
  expect(reads()).toBeLessThanOrEqual(2 + (performance.now() - from) / 1000)
})

test('a new listener gets no older state', async () => {
  const answers = [null, { runId: 'a' }, { runId: 'a' }, { runId: 'a' }] as (object | null)[]
  const gates = answers.map(() => Promise.withResolvers<void>())
  let asked = 0
  const readLiveRun = async () => {
    const at = Math.min(asked++, answers.length - 1)
    await gates[at]?.promise
    return (answers[at] ?? undefined) as LiveRun | undefined
  }
  const app = fastify({ forceCloseConnections: true })
  routeEvents(app, { readLiveRun, log: ops.deps.log, activity: uncollected }, { everyMs: 5, beatMs: 60_000 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const first = await open(url, false)
  const later = await open(url, false)
  for (const gate of gates) gate.resolve()
  expect(await first()).toBeNull()
  expect(await later()).toEqual({ runId: 'a' })
  await app.close()
})

test('listeners do not keep the server from closing', async () => {
  const { url } = await listen()
  const next = await open(url)
  await next()
  await server?.close()
  expect(await next()).toBeUndefined()
})

test('a quiet stream sends comments, so that proxies keep it open', async () => {
  const app = fastify({ forceCloseConnections: true })
  const deps = { readLiveRun: async () => undefined, log: ops.deps.log, activity: uncollected }
  routeEvents(app, deps, { everyMs: 5, beatMs: 10 })
  const { body } = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/events`)
  let text = ''
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString()
    if (text.includes(': still here\n\n: still here\n\n')) break
  }
  expect(text).toMatch(/^retry: 3000\n\nevent: run\ndata: null\n\n(?:: still here\n\n)+$/)
  await app.close()
})

test('the end of the run is sent', async () => {
  const { url } = await listen()
  const next = await open(url)
  expect(await next()).toMatchObject({ runId: id })
  await ops.runs.update(id, { state: 'done' })
  expect(await next()).toBeNull()
})

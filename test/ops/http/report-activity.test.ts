import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Activity } from '../../../src/lib/memory/idle-collector.ts'
import { reportActivity } from '../../../src/ops/http/report-activity.ts'

let begun: boolean[]
let ended: Promise<void>
let url: string
let app: ReturnType<typeof fastify>
let answer: PromiseWithResolvers<string>
let isReached: PromiseWithResolvers<void>

beforeEach(async () => {
  begun = []
  const end = Promise.withResolvers<void>()
  ended = end.promise
  answer = Promise.withResolvers()
  isReached = Promise.withResolvers()
  const activity: Activity = {
    begin({ isMinor = false } = {}) {
      begun.push(isMinor)
      return () => end.resolve()
    },
    during: (work) => work(),
  }
  app = fastify({ forceCloseConnections: true })
  reportActivity(app, activity)
  app.get('/page', async () => {
    isReached.resolve()
    return answer.promise
  })
  for (const [path, config] of [
    ['/health', { open: true }],
    ['/metrics', { metrics: true }],
    ['/events', { endless: true }],
  ] as const)
    app.get(path, { config }, async () => 'ok')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

test('a request is active until its response is sent', async () => {
  const fetched = fetch(`${url}/page`)
  await isReached.promise
  expect(begun).toEqual([false])
  answer.resolve('page')
  expect(await (await fetched).text()).toBe('page')
  await ended
})

test('a request ends if its client leaves', async () => {
  const client = connect(Number(new URL(url).port), '127.0.0.1')
  client.write('GET /page HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await isReached.promise
  client.destroy()
  await once(client, 'close')
  await ended
})

test('probes and scrapes are minor, a stream of events is not reported, unknown URLs are', async () => {
  for (const path of ['/health', '/metrics', '/events', '/nothing']) await fetch(url + path)
  expect(begun).toEqual([true, true, false])
})

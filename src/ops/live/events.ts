import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Activity } from '../../lib/memory/idle-collector.ts'
import { toJson } from '../../lib/text/json.ts'
import type { ReadLiveRun } from './live-run.ts'

const defaults = { everyMs: 1_000, beatMs: 15_000 }

export const eventApi = {
  followRun: {
    method: 'GET',
    url: '/events',
    summary: 'Follow the active run, for the dashboard',
    description:
      'Server-sent events. The data of each event `run` is JSON: the progress of the active run as the dashboard shows it, or `null`.',
    response: 'text/event-stream',
    config: { endless: true },
  },
} satisfies Record<string, ApiRoute>

/**
 * `/events`: server-sent events. `run` contains the active run as JSON whenever it changes, or `null` without
 * one. All listeners share one read per second. A comment every 15 s keeps proxies from closing idle
 * connections.
 */
export function routeEvents(
  app: FastifyInstance,
  deps: { readLiveRun: ReadLiveRun; log: Logger; activity: Activity },
  { everyMs, beatMs } = defaults,
): void {
  const listeners = new Set<ServerResponse>()
  // Served from the next read on, because a read in progress may be older than the new listener's page.
  const newcomers = new Set<ServerResponse>()
  let polling = false
  let timer: NodeJS.Timeout | undefined
  let last = ''
  let sentAt = 0

  async function poll(): Promise<void> {
    const fresh = new Set(newcomers)
    newcomers.clear()
    for (const listener of fresh) listeners.add(listener)
    const end = deps.activity.begin({ isMinor: true })
    try {
      const message = toMessage(await deps.readLiveRun())
      const isBeat = message === last && performance.now() - sentAt >= beatMs
      if (message !== last || isBeat) sentAt = performance.now()
      for (const listener of listeners) {
        if (message !== last || fresh.has(listener)) listener.write(message)
        else if (isBeat) listener.write(': still here\n\n')
      }
      last = message
    } catch (error) {
      deps.log.warn({ reason: reasonOf(error) }, 'progress not readable')
      last = ''
    } finally {
      end()
    }
    polling = listeners.size + newcomers.size > 0
    if (polling) timer = setTimeout(() => void poll(), everyMs).unref()
  }

  addRoute(app, eventApi.followRun, async (request, reply) => {
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    // A proxy that buffers would delay every event.
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    raw.write('retry: 3000\n\n')
    newcomers.add(raw)
    request.raw.once('close', () => {
      newcomers.delete(raw)
      listeners.delete(raw)
    })
    if (polling) return
    polling = true
    await poll()
  })

  app.addHook('preClose', async () => {
    clearTimeout(timer)
    for (const listener of [...listeners, ...newcomers]) listener.end()
    listeners.clear()
    newcomers.clear()
  })
}

function toMessage(run: Awaited<ReturnType<ReadLiveRun>>): string {
  return `event: run\ndata: ${toJson(run ?? null)}\n\n`
}

import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ReadLiveRun } from './live-run.ts'

const usual = { everyMs: 1_000, beatMs: 15_000 }

/**
 * `/events`: server-sent events. `run` carries the run at work as JSON whenever it moved, or `null` when there is
 * none (any more). All listeners share one reading a second; without listeners nothing is read. A comment every
 * 15 s keeps proxies from closing what is quiet.
 */
export function routeEvents(
  app: FastifyInstance,
  deps: { readLiveRun: ReadLiveRun; log: Logger },
  { everyMs, beatMs } = usual,
): void {
  const listeners = new Set<ServerResponse>()
  // SentNotice by the next look only: one that is under way may know less than the page that listens.
  const newcomers = new Set<ServerResponse>()
  let looking = false
  let timer: NodeJS.Timeout | undefined
  let last = ''
  let saidAt = 0

  async function look(): Promise<void> {
    const fresh = new Set(newcomers)
    newcomers.clear()
    for (const listener of fresh) listeners.add(listener)
    try {
      const message = toMessage(await deps.readLiveRun())
      const isBeat = message === last && Date.now() - saidAt >= beatMs
      if (message !== last || isBeat) saidAt = Date.now()
      for (const listener of listeners) {
        if (message !== last || fresh.has(listener)) listener.write(message)
        else if (isBeat) listener.write(': still here\n\n')
      }
      last = message
    } catch (error) {
      deps.log.warn({ reason: reasonOf(error) }, 'progress not readable')
      last = ''
    }
    looking = listeners.size + newcomers.size > 0
    if (looking) timer = setTimeout(() => void look(), everyMs).unref()
  }

  app.get('/events', async (request, reply) => {
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    // A proxy that buffers would hold every event back.
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    raw.write('retry: 3000\n\n')
    newcomers.add(raw)
    request.raw.once('close', () => {
      newcomers.delete(raw)
      listeners.delete(raw)
    })
    if (looking) return
    looking = true
    await look()
  })

  app.addHook('preClose', async () => {
    clearTimeout(timer)
    for (const listener of [...listeners, ...newcomers]) listener.end()
    listeners.clear()
    newcomers.clear()
  })
}

function toMessage(run: Awaited<ReturnType<ReadLiveRun>>): string {
  return `event: run\ndata: ${JSON.stringify(run ?? null)}\n\n`
}

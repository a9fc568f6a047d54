import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { ReadLiveRun } from './live-run.ts'

const everyMs = 1_000
const beatMs = 15_000

/**
 * `/events`: server-sent events. `run` carries the run at work as JSON whenever it moved, or `null` when there is
 * none (any more). All listeners share one reading a second; without listeners nothing is read.
 */
export function routeEvents(app: FastifyInstance, deps: { readLiveRun: ReadLiveRun; log: Logger }): void {
  const listeners = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined
  let last = ''
  let saidAt = 0

  const tell = (text: string): void => {
    for (const listener of listeners) listener.write(text)
    saidAt = Date.now()
  }
  async function look(): Promise<void> {
    try {
      const message = toMessage(await deps.readLiveRun())
      if (message !== last) tell((last = message))
      else if (Date.now() - saidAt >= beatMs) tell(': still here\n\n')
    } catch (error) {
      deps.log.warn({ reason: reasonOf(error) }, 'progress not readable')
    }
    timer = listeners.size === 0 ? undefined : setTimeout(() => void look(), everyMs).unref()
  }

  app.get('/events', async (request, reply) => {
    const message = toMessage(await deps.readLiveRun())
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    // A proxy that buffers would hold every event back.
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    raw.write(`retry: 3000\n\n${message}`)
    listeners.add(raw)
    request.raw.once('close', () => listeners.delete(raw))
    if (timer === undefined) {
      last = message
      saidAt = Date.now()
      timer = setTimeout(() => void look(), everyMs).unref()
    }
  })

  app.addHook('preClose', async () => {
    clearTimeout(timer)
    for (const listener of listeners) listener.end()
    listeners.clear()
  })
}

function toMessage(run: Awaited<ReturnType<ReadLiveRun>>): string {
  return `event: run\ndata: ${JSON.stringify(run ?? null)}\n\n`
}

import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
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
  let looking = false
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
    looking = listeners.size > 0
    if (looking) timer = setTimeout(() => void look(), everyMs).unref()
    else last = ''
  }

  app.get('/events', async (request, reply) => {
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    // A proxy that buffers would hold every event back.
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    // What is looked up already is told to newcomers at once, and what is being looked up when it is there.
    raw.write(`retry: 3000\n\n${last}`)
    listeners.add(raw)
    request.raw.once('close', () => listeners.delete(raw))
    if (looking) return
    looking = true
    await look()
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

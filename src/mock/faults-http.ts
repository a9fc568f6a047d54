import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, FaultPlan } from './faults.ts'
import { placeOf } from './sides.ts'
import type { Stats } from './stats.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the fault drawn for this request, for those parts that have to act on it themselves */
    fault: Fault['rule']
  }
}

const html =
  '<!DOCTYPE html>\n<html><head><title>Just a moment</title></head><body><h1>Please wait</h1></body></html>\n'

/** Lets planned faults happen to every request of `app`; register before any route. */
export function addFaults(app: FastifyInstance, deps: { faults: FaultPlan; stats: Stats }): void {
  app.decorateRequest('fault', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (!deps.faults.isArmed()) return done()
    const { side, path } = placeOf(request.url)
    if (side !== 'partner' && side !== 'cms') return done()
    const fault = deps.faults.faultFor(side, request.method, path, request.url)
    if (fault === null) return done()
    if (fault.ms > 0) deps.stats.countFault('latency')
    if (fault.rule !== null) deps.stats.countFault(fault.rule.kind)
    request.fault = fault.rule
    if (fault.ms === 0) return begin(request, reply, done)
    // Unreferenced: a request that still waits must not keep a closed server's process alive.
    void sleep(fault.ms, undefined, { ref: false }).then(() => begin(request, reply, done))
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const kind = request.fault?.kind
    if (kind === 'reset-after') reply.raw.destroy()
    if (kind === 'cut') {
      cutShort(reply, payload)
      return
    }
    done(null, payload)
  })
}

/** Faults that come before any work; the others are left to `onSend` and to the partner's product route. */
function begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const rule = request.fault
  switch (rule?.kind) {
    case 'status':
      void reply
        .code(rule.status)
        .header('content-type', 'application/json')
        .send(errorBody(request.url, rule.status))
      return
    case 'retry-after':
      void reply
        .code(429)
        .header('content-type', 'application/json')
        .header('retry-after', String(rule.seconds))
        .send(errorBody(request.url, 429, rule.seconds))
      return
    case 'html':
      void reply
        .code(rule.status ?? 200)
        .header('content-type', 'text/html; charset=utf-8')
        .send(html)
      return
    case 'reset-before':
      reply.hijack()
      reply.raw.destroy()
      return
    case 'reset-after':
    case 'cut':
    case 'wrong-language':
    case 'blank':
    case undefined:
      done()
  }
}

/** An error as that side words it. */
function errorBody(url: string, status: number, seconds?: number): string {
  if (placeOf(url).side === 'cms') {
    return JSON.stringify({ code: 'mock_fault', message: `Planned fault ${status}.`, data: { status } })
  }
  const detail =
    seconds === undefined
      ? `Planned fault ${status}.`
      : `Request was throttled. Expected available in ${seconds} seconds.`
  return JSON.stringify({ detail })
}

/** Announces the whole body, sends half of it, and breaks the connection. */
function cutShort(reply: FastifyReply, payload: unknown): void {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
  const headers = reply.getHeaders()
  reply.hijack()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.setHeader('content-length', Math.max(body.length, 2))
  reply.raw.writeHead(reply.statusCode)
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy())
}

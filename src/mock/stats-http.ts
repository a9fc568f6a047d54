import type { FastifyInstance, FastifyRequest } from 'fastify'
import { placeOf } from './sides.ts'
import type { Stats } from './stats.ts'
import { batchPath, patternOf, subRequestsOf, writeKind } from './stats-writes.ts'

/** Counts every request of `app`, except those to the control routes. Register it before the rules and any route. */
export function addStats(app: FastifyInstance, stats: Stats): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { side, path } = placeOf(request.url)
    if (side !== 'control') {
      stats.begin(side, `${request.method} ${side === 'site' ? sitePattern(path) : patternOf(path)}`)
      const { raw } = reply
      raw.once('close', () => stats.end(side, raw.writableFinished ? raw.statusCode : null))
    }
    done()
  })
}

/** Counts the writes of requests that reach a CMS handler. Requests that a rule rejects before do not count. */
export function addWriteCounts(app: FastifyInstance, stats: Stats): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method !== 'GET') countWrites(request, stats)
    done()
  })
}

function countWrites(request: FastifyRequest, stats: Stats): void {
  const { side, path } = placeOf(request.url)
  if (side !== 'cms') return
  if (path !== batchPath) {
    const kind = writeKind(methodOf(request), path)
    if (kind !== null) stats.countWrite(kind)
    return
  }
  const requests = subRequestsOf(request.body)
  stats.countBatch(requests.length)
  for (const sub of requests) {
    const kind = writeKind(sub.method, sub.path)
    if (kind !== null) stats.countWrite(kind)
  }
}

/** In WordPress, a POST may override its method. */
function methodOf(request: FastifyRequest): string {
  const header = request.headers['x-http-method-override']
  if (request.method === 'POST' && typeof header === 'string') return header.toUpperCase()
  const inQuery = /[?&]_method=([A-Za-z]+)/.exec(request.url)?.[1]
  return request.method === 'POST' && inQuery !== undefined ? inQuery.toUpperCase() : request.method
}

/** The site has one URL per page, so only the first segment is counted. */
function sitePattern(path: string): string {
  const second = path.indexOf('/', 1)
  return second === -1 ? path : `${path.slice(0, second)}/…`
}

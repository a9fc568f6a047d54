import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteOddity } from '../story/schedule.ts'

/** A site's oddity with one page, until others are set. */
export type Strange = { odd: SiteOddity['odd']; pageId: number }
type Row = Record<string, unknown> & { id?: number }

/** Requests with this header come from editors and from the oracle; the oddities affect the mirror only. */
export const personsHeader = 'x-chaos-person'

const root = '/api/rest'
const collection = '/cms/v2/pages'

/**
 * Lets the site treat single pages as plug-ins, rights and broken content do; returns the function that sets the oddities.
 */
export function addSiteOddities(app: FastifyInstance): (all: readonly Strange[]) => void {
  let strange: readonly Strange[] = []
  const idsWith = (odd: Strange['odd']): Set<number> =>
    new Set(strange.flatMap((one) => (one.odd === odd ? [one.pageId] : [])))

  app.addHook('preHandler', (request, _reply, done) => {
    const ids = idsWith('not-stored')
    const { body } = request
    if (ids.size > 0 && Buffer.isBuffer(body) && request.url.includes('/batch/v1') && isMirrors(request))
      request.body = Buffer.from(withoutTexts(body.toString(), ids))
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (strange.length === 0 || !isMirrors(request) || !isRead(request)) return done(null, payload)
    done(null, spoil(request, reply, payload))
  })

  function spoil({ url }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const [path = '', query = ''] = url.slice(root.length).split('?')
    const isList = path === collection
    if (isList && strange.some(({ odd }) => odd === 'no-totals')) void reply.removeHeader('x-wp-totalpages')
    const broken = idsWith('unreadable')
    const one = Number(/^\/cms\/v2\/pages\/(\d+)/.exec(path)?.[1])
    if (broken.has(one)) return crash(reply)
    const rows = isList ? rowsOf(payload) : undefined
    if (rows === undefined) return payload
    const showsTexts = !query.includes('_fields') || query.includes('content')
    if (showsTexts && rows.some(({ id = 0 }) => broken.has(id))) return crash(reply)
    const omitted = idsWith('omitted')
    if (!rows.some(({ id = 0 }) => omitted.has(id))) return payload
    return JSON.stringify(rows.filter(({ id = 0 }) => !omitted.has(id)))
  }

  return (all) => void (strange = all)
}

function isMirrors({ url, headers }: FastifyRequest): boolean {
  return url.startsWith(root) && headers[personsHeader] === undefined
}

function isRead({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && url.startsWith(root + collection)
}

/** PHP dies while it shows the page. */
function crash(reply: FastifyReply): string {
  void reply.code(500).header('content-type', 'text/html; charset=utf-8')
  return '<p>There has been a critical error on this website.</p>'
}

function rowsOf(payload: unknown): Row[] | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  try {
    const value: unknown = JSON.parse(payload.toString())
    return Array.isArray(value) ? (value as Row[]) : undefined
  } catch {
    // The response is an error page instead of a list.
    return undefined
  }
}

/** A batch whose updates of these pages are accepted and store nothing. */
function withoutTexts(body: string, ids: ReadonlySet<number>): string {
  const batch = JSON.parse(body) as { requests?: { path?: string; body?: object }[] }
  for (const request of batch.requests ?? []) {
    const id = Number(/\/pages\/(\d+)/.exec(request.path ?? '')?.[1])
    if (ids.has(id) && request.body !== undefined) request.body = {}
  }
  return JSON.stringify(batch)
}

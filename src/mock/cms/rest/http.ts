import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CmsHooks, noHooks } from '../oddities/cms-hooks.ts'
import { authenticate } from '../users/auth.ts'
import { parseBody } from './input/body.ts'
import { dispatch, toResponse } from './dispatch.ts'
import { pickFields, wantedFields } from './fields.ts'
import { refuseNonce } from './nonce.ts'
import { isScalar, toText } from './php.ts'
import { parseQuery } from './input/query-string.ts'
import { readMultipart } from './input/read-multipart.ts'
import { refuseCallback, sendResponse } from './reply.ts'
import { type RestRequest, createRequest } from './request.ts'
import { type RestResponse, type Router, allowedMethods, describeRoute, ok } from './route.ts'

const mediaType = /^[^\s/;]+\/[^\s/;]+\s*(;|$)/
const withoutBoundary = /^multipart\/(?!.*boundary=)/i
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Raw uploads may be large. WordPress itself sets no limit for them. */
const bodyLimit = 128 * 1024 * 1024

/**
 * Serves a router below the prefix of a Fastify scope. The route is a catch-all, because the router does the matching.
 */
export function serveRouter(
  app: FastifyInstance,
  router: Router,
  options: { uploadLimitBytes: number; hooks?: CmsHooks },
): void {
  const hooks = options.hooks ?? noHooks
  app.removeAllContentTypeParsers()
  app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: options.uploadLimitBytes, fieldSize: bodyLimit },
  })
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']
    // Fastify would reject these types. WordPress treats them as unknown types.
    if (type !== undefined && (!mediaType.test(type) || withoutBoundary.test(type)))
      request.headers['content-type'] = 'application/octet-stream'
    done()
  })
  for (const url of ['/', '/*']) {
    app.route({
      method: methods,
      url,
      exposeHeadRoute: false,
      bodyLimit,
      handler: async (request, reply) => {
        await answer(router, { prefix: app.prefix, hooks }, request, reply)
        return reply
      },
    })
  }
}

async function answer(
  router: Router,
  { prefix, hooks }: { prefix: string; hooks: CmsHooks },
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const request = await toRestRequest(http, prefix, hooks)
  if (!(await hooks.ready(http, reply))) return
  if (await refuseCallback(request, reply)) return
  const refusal = refuseNonce(request, http.method)
  const answered = refusal === undefined ? await respond(router, request) : toResponse(refusal)
  const uncached = refusal !== undefined
  if (!reply.sent) await sendResponse(router, request, answered, { reply, sentAs: http.method, uncached })
}

function respond(router: Router, request: RestRequest): RestResponse | Promise<RestResponse> {
  return request.method === 'OPTIONS' ? describe(router, request) : dispatch(router, request)
}

async function toRestRequest(http: FastifyRequest, prefix: string, hooks: CmsHooks): Promise<RestRequest> {
  const home = `${http.protocol}://${http.host}`
  const [rawPath, search] = splitOnce(http.url, '?')
  const query = parseQuery(search)
  const method = query['_method'] ?? http.headers['x-http-method-override'] ?? http.method
  const contentType = http.headers['content-type'] ?? ''
  const uploaded = http.isMultipart() ? await readMultipart(http) : undefined
  const rawBody = Buffer.isBuffer(http.body) ? http.body : undefined
  return createRequest({
    method: isScalar(method) ? toText(method).toUpperCase() : http.method,
    path: toRoutePath(rawPath.slice(prefix.length)),
    query,
    headers: textHeaders(http),
    user: authenticate(http.headers.authorization),
    site: { home, root: `${home}${prefix}` },
    oddities: hooks.oddities(http),
    ...(uploaded ?? (rawBody === undefined ? {} : { rawBody, ...parseBody(contentType, rawBody) })),
  })
}

/** Removes repeated and trailing slashes. Encoded characters stay, because WordPress matches the encoded path. */
function toRoutePath(raw: string): string {
  const path = raw.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return path === '' ? '/' : path
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function textHeaders(http: FastifyRequest): Record<string, string | undefined> {
  const { headers } = http
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

/** OPTIONS describes the route instead of running it. An unknown route returns an empty list. */
function describe(router: Router, request: RestRequest): RestResponse {
  const route = router.find(request.path)
  if (route === undefined) return ok([])
  const url = route.regex.exec(request.path)?.groups ?? {}
  request.sources.push({ ...url })
  const allow = allowedMethods(route, request)
  const { schema } = route
  const description = {
    ...describeRoute(route, request.site),
    ...(schema === undefined ? {} : { schema: schema(request.site) }),
  }
  const fields = wantedFields(request)
  return ok(fields === undefined ? description : pickFields(description, fields), {
    headers: allow === '' ? {} : { Allow: allow },
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFromOwnSite, isLoopback } from '../../lib/http/request-origin.ts'
import { requiredLogin } from './listening.ts'
import { createCredentials, createProxyLogin, type LoginDeps } from './login.ts'
import { HttpError, toErrorBody, wantsPage } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requires no login. */
    open?: boolean
    /** Also accepts the metrics token. */
    metrics?: boolean
  }
}

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards every URL, including Bull Board's. Requires a login or, without one, a local host name; refuses
 * writes from other sites and by readers. Throws ConfigError if other machines could reach the server without
 * a login.
 */
export function guardAccess(app: FastifyInstance, deps: LoginDeps): void {
  const { config } = deps
  const needsLogin = requiredLogin(config) !== undefined
  const readProxyLogin = createProxyLogin(config)
  const credentials = createCredentials(app, deps)
  app.decorateRequest('person', null)

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.person = readProxyLogin(request) ?? null
    if (request.person !== null) return
    const { open, metrics } = request.routeOptions.config
    if (open === true) {
      if (!needsLogin) refuseForeignName(request)
      return
    }
    if (metrics === true && config.metricsToken !== undefined) {
      if (credentials.hasMetricsToken(request)) return
      if (!needsLogin) throw new HttpError(401, 'token_required', 'Send OPS_METRICS_TOKEN (Bearer).')
    }
    if (needsLogin) await credentials.checkLogin(request, reply)
    else refuseForeignName(request)
  }

  app.addHook('onRequest', async (request, reply) => {
    try {
      await identify(request, reply)
      refuseReadersWrite(request)
      refuseCrossSiteWrite(request)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return refuse(request, reply, error)
    }
  })
}

/**
 * Prevents DNS rebinding: another site may resolve its name to 127.0.0.1, but browsers then send that name.
 */
function refuseForeignName(request: FastifyRequest): void {
  if (isLoopback(request.hostname)) return
  const message =
    `Without a login, this server accepts only the host names localhost, 127.0.0.1 and [::1], not ${request.hostname}. ` +
    'Set OPS_USER and OPS_PASSWORD to use another name.'
  throw new HttpError(403, 'foreign_host', message)
}

function refuseCrossSiteWrite(request: FastifyRequest): void {
  if (safeMethods.has(request.method) || isFromOwnSite(request.headers, request.host)) return
  const from = request.headers.origin ?? 'another site'
  const message = `Refused a request from ${from}: only pages of ${request.host} may change anything.`
  throw new HttpError(403, 'cross_site', message)
}

function refuseReadersWrite({ method, person }: FastifyRequest): void {
  if (safeMethods.has(method) || person?.mayAct !== false) return
  const message = `${person.name} may look, but not act. Log in as OPS_USER to change anything.`
  throw new HttpError(403, 'read_only', message)
}

/** Sent, not thrown, because Bull Board has its own error handler. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  const answer = reply.code(error.status)
  const { retryAfterSeconds } = error.details
  if (error.status === 429) answer.removeHeader('www-authenticate').header('retry-after', retryAfterSeconds)
  return wantsPage(request)
    ? answer.type('text/plain; charset=utf-8').send(error.message)
    : answer.send(toErrorBody(error))
}

import { hash, timingSafeEqual } from 'node:crypto'
import { fastifyBasicAuth } from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpsConfig } from '../deps.ts'
import { isLoopback, requiredLogin, type Login } from './listening.ts'
import { HttpError, toErrorBody, wantsPage } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a login. */
    open?: boolean
  }
}

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards every address, Bull Board's included: requires the login or, without one, a local host name, and refuses
 * writes from other sites. Throws ConfigError when other machines could reach the server without a login.
 */
export function guardAccess(app: FastifyInstance, config: OpsConfig): void {
  const login = requiredLogin(config)
  if (login === undefined) addGuard(app, refuseForeignName)
  else requireLogin(app, login)
  addGuard(app, refuseCrossSiteWrite)
}

function requireLogin(app: FastifyInstance, login: Login): void {
  void app.register(fastifyBasicAuth, {
    authenticate: { realm: 'product-mirror' },
    async validate(user, password) {
      const known = [isSame(user, login.user), isSame(password, login.password)]
      return known.every(Boolean) ? undefined : new Error('wrong user or password')
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.open === true) return done()
    app.basicAuth(request, reply, (error?: Error) => {
      if (error === undefined) return done()
      refuse(
        request,
        reply,
        new HttpError(401, 'login_required', 'Log in with OPS_USER and OPS_PASSWORD (Basic).'),
      )
    })
  })
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** Prevents DNS rebinding: another site may resolve its name to 127.0.0.1, but browsers then send that name. */
function refuseForeignName(request: FastifyRequest): HttpError | undefined {
  if (isLoopback(request.hostname)) return undefined
  const message =
    `Without a login, this server answers only at localhost, 127.0.0.1 and [::1], not at ${request.hostname}. ` +
    'Set OPS_USER and OPS_PASSWORD to use another name.'
  return new HttpError(403, 'foreign_host', message)
}

/**
 * Browsers state where a request comes from. Sec-Fetch-Site comes first, because a proxy may change Host. Other
 * clients send neither header.
 */
function refuseCrossSiteWrite(request: FastifyRequest): HttpError | undefined {
  if (safeMethods.has(request.method)) return undefined
  const { 'sec-fetch-site': site, origin } = request.headers
  const own =
    site === undefined
      ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
      : site === 'same-origin' || site === 'none'
  if (own) return undefined
  const from = origin ?? 'another site'
  const message = `Refused a request from ${from}: only pages of ${request.host} may change anything.`
  return new HttpError(403, 'cross_site', message)
}

function addGuard(app: FastifyInstance, check: (request: FastifyRequest) => HttpError | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = check(request)
    if (refusal) refuse(request, reply, refusal)
    else done()
  })
}

/** Sent, not thrown, because Bull Board has an error handler of its own. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: HttpError): void {
  const answer = reply.code(error.status)
  void (wantsPage(request)
    ? answer.type('text/plain; charset=utf-8').send(error.message)
    : answer.send(toErrorBody(error)))
}

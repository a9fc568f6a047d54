import { hash, timingSafeEqual } from 'node:crypto'
import { fastifyBasicAuth } from '@fastify/basic-auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../../lib/logger.ts'
import type { OpsConfig } from '../deps.ts'
import { HttpError } from './http-error.ts'
import { createLoginLimit } from './login-limit.ts'
import type { RefusedLogins } from './refused-logins.ts'
import { trustIn } from './trusted-proxy.ts'

/** The user of a request. */
export type Person = { name: string; mayAct: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a login. */
    person: Person | null
  }
}

export type LoginDeps = { config: OpsConfig; log: Pick<Logger, 'warn'>; refusedLogins: RefusedLogins }

/** The most characters of a user name from a header in the audit log. */
const longestName = 100

/** Reads the user that a trusted proxy has logged in, if it sends one. */
export function createProxyLogin({
  trustedProxies = [],
  userHeader,
}: OpsConfig): (request: FastifyRequest) => Person | undefined {
  const isTrusted = trustIn(trustedProxies)
  return ({ socket, headers }) => {
    if (userHeader === undefined || !isTrusted(socket.remoteAddress)) return undefined
    const name = String(headers[userHeader] ?? '').trim()
    return name === '' ? undefined : { name: name.slice(0, longestName), mayAct: true }
  }
}

/** Limits wrong passwords and tokens per address and overall, and logs and counts them. */
export function createCredentials(app: FastifyInstance, { config, log, refusedLogins }: LoginDeps) {
  const limit = createLoginLimit()

  /** Runs one check of a secret; throws if it is wrong, or without a check after too many wrong ones. */
  function attempt<T>({ ip }: FastifyRequest, check: () => T | undefined): T {
    const waitMs = limit.waitMs(ip)
    if (waitMs > 0) {
      refusedLogins.inc({ reason: 'limited' })
      throw tooMany(waitMs)
    }
    const found = check()
    if (found !== undefined) {
      limit.noteRight(ip)
      return found
    }
    limit.noteWrong(ip)
    refusedLogins.inc({ reason: 'wrong' })
    const limited = limit.waitMs(ip) > 0
    log.warn({ address: ip, limited }, 'wrong password')
    throw loginRequired()
  }

  void app.register(fastifyBasicAuth, {
    authenticate: { realm: 'product-mirror' },
    async validate(user, password, request) {
      request.person = attempt(request, () => findPerson(config, user, password))
    },
  })

  return {
    /** Accepts a user and password, or rejects with the error to send. */
    async checkLogin(request: FastifyRequest, reply: Parameters<typeof app.basicAuth>[1]): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        app.basicAuth(request, reply, (error?: Error) => {
          if (error === undefined) resolve()
          else reject(error instanceof HttpError ? error : loginRequired())
        })
      })
    },
    /** Whether the request has the metrics token; throws for a wrong one. */
    hasMetricsToken(request: FastifyRequest): boolean {
      const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const { metricsToken } = config
      if (given === undefined || metricsToken === undefined) return false
      return attempt(request, () => isSame(given, metricsToken) || undefined)
    },
  }
}

function findPerson(config: OpsConfig, user: string, password: string): Person | undefined {
  const people = [
    { name: config.user, password: config.password, mayAct: true },
    { name: config.readerUser, password: config.readerPassword, mayAct: false },
  ]
  const found = people.filter((each) => {
    if (!each.name || !each.password) return false
    const same = [isSame(user, each.name), isSame(password, each.password)]
    return same.every(Boolean)
  })
  return found.map(({ name = '', mayAct }) => ({ name, mayAct }))[0]
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

export function loginRequired(): HttpError {
  return new HttpError(401, 'login_required', 'Log in with OPS_USER and OPS_PASSWORD (Basic).')
}

function tooMany(waitMs: number): HttpError {
  const seconds = Math.ceil(waitMs / 1000)
  const message = `Too many wrong passwords. Nothing is checked for ${seconds} s; then log in again.`
  return new HttpError(429, 'too_many_logins', message, { retryAfterSeconds: seconds })
}

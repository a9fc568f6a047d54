import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MockSide } from '../contracts/side.ts'
import { resetConnection } from './connection.ts'
import { credentialFault } from './credentials.ts'
import { errorJson, errorPage, htmlType, jsonTypes, waitingPage } from './error-body.ts'
import { sendMaintenance } from './maintenance.ts'
import type { ActingRule } from './plan.ts'

/** Sends an error or breaks the connection before any work. False if the rule acts later. */
export function answerInstead(
  request: FastifyRequest,
  reply: FastifyReply,
  side: MockSide,
  rule: ActingRule,
): boolean {
  switch (rule.kind) {
    case 'status':
      sendError(reply, side, rule)
      return true
    case 'retry-after':
      void reply.header('retry-after', retryAfter(rule))
      sendJson(reply, side, rule.status, errorJson(side, rule.status, throttled(rule.seconds)))
      return true
    case 'limited':
      sendError(reply, side, { status: 429, as: rule.as })
      return true
    case 'html':
      void reply.code(rule.status).header('content-type', htmlType).send(waitingPage)
      return true
    case 'maintenance':
      sendMaintenance(request, reply)
      return true
    case 'reset-before':
      resetConnection(reply)
      return true
    case 'revoke-token':
      void reply.header('www-authenticate', 'Token')
      sendJson(reply, side, 401, errorJson(side, 401, 'Invalid token.'))
      return true
    case 'strict-credentials':
      sendJson(reply, side, 401, refusalOf(request.headers.authorization))
      return true
    case 'refuse-raw':
      sendError(reply, side, rule)
      return true
    case 'reset-after':
    case 'reset-body':
    case 'cut':
    case 'batch-prefix':
    case 'late':
    case 'php-warning':
    case 'gzip':
    case 'huge':
    case 'strip-headers':
    case 'slow':
    case 'wrong-language':
    case 'wrong-gtin':
    case 'blank':
    case 'type-change':
    case 'unknown-fields':
      return false
  }
}

export function sendError(
  reply: FastifyReply,
  side: MockSide,
  { status, as }: { status: number; as: 'json' | 'html' },
): void {
  if (as === 'json') sendJson(reply, side, status, errorJson(side, status))
  else void reply.code(status).header('content-type', htmlType).send(errorPage(status))
}

function sendJson(reply: FastifyReply, side: MockSide, status: number, body: Buffer): void {
  void reply.code(status).header('content-type', jsonTypes[side]).send(body)
}

function refusalOf(authorization: string | undefined): Buffer {
  return Buffer.from(JSON.stringify({ ...credentialFault(authorization), data: { status: 401 } }))
}

function retryAfter({ seconds, as }: { seconds: number; as: 'seconds' | 'date' }): string {
  if (as === 'seconds') return String(seconds)
  // Rounded up, because a date has whole seconds and the wait must not be shorter than planned.
  return new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000).toUTCString()
}

function throttled(seconds: number): string {
  return `Request was throttled. Expected available in ${seconds} seconds.`
}

import type { FastifyReply } from 'fastify'
import type { FaultRule } from '../contracts/fault-rule.ts'
import { spoilBody } from './bodies.ts'
import { resetConnection, sendHalf } from './connection.ts'
import { errorJson, errorPage, htmlType, jsonTypes } from './error-body.ts'
import type { Waits } from './waits.ts'

/** The payload to send instead of the finished one; undefined if the connection was already closed. */
export function spoilAnswer(reply: FastifyReply, payload: unknown, rule: FaultRule, waits: Waits): unknown {
  const { kind } = rule
  if (kind === 'reset-after') {
    resetConnection(reply)
    return undefined
  }
  if (kind === 'batch-prefix') {
    const { status, as } = rule
    void reply.code(status).header('content-type', as === 'json' ? jsonTypes.cms : htmlType)
    return as === 'json' ? errorJson('cms', status) : errorPage(status)
  }
  if (kind === 'strip-headers') {
    for (const name of rule.names) void reply.removeHeader(name)
    return payload
  }
  const body = toBuffer(payload)
  if (kind === 'cut' && rule.as === 'whole') return body.subarray(0, Math.floor(body.length / 2))
  if (kind === 'cut' || kind === 'reset-body') {
    sendHalf(reply, body, kind === 'cut' ? 'closed' : 'reset')
    return undefined
  }
  if (body.length > 0 && (kind === 'php-warning' || kind === 'gzip' || kind === 'huge' || kind === 'slow'))
    return spoilBody(reply, body, rule, waits)
  return payload
}

function toBuffer(payload: unknown): Buffer {
  return Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
}

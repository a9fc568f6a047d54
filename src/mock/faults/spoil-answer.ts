import type { FastifyReply } from 'fastify'
import type { FaultRule } from '../../contracts/mock/fault-rule.ts'
import { spoilBody } from './bodies.ts'
import { resetConnection, sendHalf } from './connection.ts'
import { errorJson, errorPage, htmlType } from './error-body.ts'
import type { Waits } from './waits.ts'

/** What goes out in place of a finished answer's payload; undefined when the connection has been dealt with already. */
export function spoilAnswer(reply: FastifyReply, payload: unknown, rule: FaultRule, waits: Waits): unknown {
  switch (rule.kind) {
    case 'reset-after':
      resetConnection(reply)
      return undefined
    case 'reset-body':
      sendHalf(reply, toBuffer(payload), 'reset')
      return undefined
    case 'cut': {
      const body = toBuffer(payload)
      if (rule.as === 'whole') return body.subarray(0, Math.floor(body.length / 2))
      sendHalf(reply, body, 'closed')
      return undefined
    }
    case 'batch-prefix': {
      const { status, as } = rule
      void reply.code(status).header('content-type', as === 'json' ? 'application/json' : htmlType)
      return as === 'json' ? errorJson('cms', status) : errorPage(status)
    }
    case 'php-warning':
    case 'gzip':
    case 'huge':
    case 'slow': {
      const body = toBuffer(payload)
      return body.length === 0 ? payload : spoilBody(reply, body, rule, waits)
    }
    default:
      return payload
  }
}

function toBuffer(payload: unknown): Buffer {
  return Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
}

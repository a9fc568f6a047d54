import type { FastifyReply } from 'fastify'
import type { RuleOf } from '../contracts/fault-rule.ts'
import { resetConnection } from './connection.ts'
import { errorPage, htmlType } from './error-body.ts'
import type { Waits } from './waits.ts'

/** Responds to a write before it runs. Resolves to true when the write is due, to false if it is dropped. */
export async function answerBeforehand(
  reply: FastifyReply,
  rule: RuleOf<'late'>,
  waits: Waits,
): Promise<boolean> {
  reply.hijack()
  if (rule.status === undefined) resetConnection(reply)
  else {
    const page = errorPage(rule.status)
    reply.raw.writeHead(rule.status, { 'content-type': htmlType, 'content-length': page.length }).end(page)
  }
  try {
    await waits.wait(rule.ms)
    return true
  } catch {
    return false
  }
}

import type { FastifyReply } from 'fastify'
import type { RuleOf } from '../contracts/fault-rule.ts'
import { resetConnection } from './connection.ts'
import { errorPage, htmlType } from './error-body.ts'
import type { Waits } from './waits.ts'

/** Answers a write that has been read but not yet done; true once it is time to do it, false if it is dropped. */
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

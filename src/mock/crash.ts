import type { FastifyReply, FastifyRequest } from 'fastify'
import { crashAnswer } from './cms/rest/crash-answer.ts'
import { refuse } from './control-input.ts'
import { errorPage, htmlType, jsonTypes } from './faults/error-body.ts'
import { placeOf } from './sides.ts'

/**
 * Answers a request that failed in an unforeseen way as that side does when it crashes. What went wrong goes to the
 * log: the text of a library helps no client. Errors that name another status than 5xx are thrown on.
 */
export function answerCrash(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (statusOf(error) < 500) throw error
  request.log.error({ err: error }, `${request.method} ${request.url} failed`)
  reply.status(500)
  const { side } = placeOf(request.url)
  if (side === 'cms')
    return reply.header('content-type', jsonTypes.cms).send(JSON.stringify(crashAnswer().data))
  if (side === 'control') return refuse(reply, 500, 'The bundled server failed; its log says why.', [])
  return reply.header('content-type', htmlType).send(errorPage(500))
}

function statusOf(error: unknown): number {
  const named = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof named === 'number' ? named : 500
}

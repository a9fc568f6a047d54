import type { FastifyReply, FastifyRequest } from 'fastify'
import { crashAnswer } from './cms/rest/crash-answer.ts'
import { refuse } from './control-input.ts'
import { errorPage, htmlType, jsonTypes } from './faults/error-body.ts'
import { placeOf } from './sides.ts'

/**
 * Responds to an unexpected error as the requested side does after a crash. The details are logged, because a library's
 * message does not help clients. Errors with a status below 500 are thrown on.
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

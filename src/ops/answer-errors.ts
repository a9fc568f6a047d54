import type { FastifyError, FastifyInstance } from 'fastify'
import { MirrorError } from '../lib/errors.ts'
import { HttpError, toErrorBody } from './http-error.ts'

/** Answers every error and every unknown address as `{ error: { code, message } }`; only faults of ours are logged. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = toHttpError(error, request.id)
    // An HttpError is an answer that was meant; probes would fill the log with them.
    if (answer.status >= 500 && answer !== error) {
      request.log.error({ err: error, method: request.method, url: request.url }, 'ops request failed')
    }
    return reply.code(answer.status).send(toErrorBody(answer))
  })
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://ops')
    const answer = new HttpError(404, 'not_found', `There is nothing at ${request.method} ${pathname}.`)
    return reply.code(404).send(toErrorBody(answer))
  })
}

function toHttpError(error: FastifyError | Error, requestId: string): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof MirrorError) {
    return error.retryable
      ? new HttpError(503, 'unavailable', error.message)
      : new HttpError(500, 'failed', error.message)
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 415)
    return new HttpError(415, 'bad_request', 'Send JSON, with content-type: application/json.')
  if (status < 500) return new HttpError(status, 'bad_request', error.message)
  if (status === 503) return new HttpError(503, 'unavailable', 'No answer in time; Redis may be unreachable.')
  return new HttpError(500, 'internal', `An unexpected error; the log tells more under reqId ${requestId}.`)
}

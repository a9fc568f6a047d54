import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MirrorError, reasonOf } from '../../../lib/errors.ts'
import { isRefusedByRedis } from '../../../lib/redis-refusal.ts'
import { HttpError, toErrorBody, wantsPage } from '../../http/http-error.ts'
import type { RenderPage } from './render-page.ts'

const headings: Readonly<Record<string, string>> = {
  mirror_not_started: 'Not started',
  400: 'Invalid request',
  403: 'Request refused',
  404: 'Page not found',
  503: 'Temporarily unavailable',
}

/**
 * Responds to errors and unknown URLs: browsers get a page, other clients `{ error: { code, message } }`.
 * Logs only unexpected errors.
 */
export function answerErrors(app: FastifyInstance, renderPage: RenderPage): void {
  const send = (request: FastifyRequest, reply: FastifyReply, answer: HttpError) => {
    if (!wantsPage(request)) return reply.code(answer.status).send(toErrorBody(answer))
    const heading = headings[answer.code] ?? headings[answer.status] ?? 'Request failed'
    const model = { heading, message: answer.message }
    return renderPage(request, reply, { title: heading, view: 'problem', model, status: answer.status })
  }

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = toHttpError(error, request.id)
    // HttpErrors are intended responses; those to probes would fill the log.
    if (answer.status >= 500 && answer !== error) {
      request.log.error({ err: error, method: request.method, url: request.url }, 'ops request failed')
    }
    return send(request, reply, answer)
  })
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://ops')
    const answer = new HttpError(404, 'not_found', `${request.method} ${pathname} does not exist.`)
    return send(request, reply, answer)
  })
}

function toHttpError(error: FastifyError | Error, requestId: string): HttpError {
  if (error instanceof HttpError) return error
  if (isRefusedByRedis(error))
    return new HttpError(503, 'unavailable', `Redis takes no writes now: ${reasonOf(error)}`)
  if (error instanceof MirrorError) {
    return error.retryable
      ? new HttpError(503, 'unavailable', error.message)
      : new HttpError(500, 'failed', error.message)
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 415)
    return new HttpError(415, 'bad_request', 'Send JSON, with content-type: application/json.')
  if (status < 500) return new HttpError(status, 'bad_request', error.message)
  if (status === 503)
    return new HttpError(503, 'unavailable', 'No response within 30 s. Redis may be unreachable.')
  return new HttpError(500, 'internal', `Unexpected error. See reqId ${requestId} in the log.`)
}

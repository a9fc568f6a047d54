import type { FastifyRequest } from 'fastify'
import { MirrorError } from '../../lib/errors.ts'

/** An error response: `{ error: { code, message, …details } }`. */
export class HttpError extends MirrorError {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function toErrorBody({ code, message, details }: HttpError) {
  return { error: { code, message, ...details } }
}

/** True for a browser, which gets pages instead of JSON. The API always returns JSON. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !/^(?:\/m\/[^/]+)?\/api\//.test(url)
}

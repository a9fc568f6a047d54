import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { choices } from '../../core/decisions/decision.ts'
import { RefusedDecision } from '../../core/decisions/bulk-decisions.ts'
import { MirrorError } from '../../lib/errors.ts'
import type { ErrorCode } from './error-codes.ts'

/** The details of an error, by its code. */
const Details = z.strictObject({
  faults: z.array(z.strictObject({ field: z.string(), message: z.string() })).exactOptional(),
  activeRunId: z.string().exactOptional(),
  allowed: z.array(z.enum(choices)).exactOptional().describe('The choices that the record has.'),
  refused: z.array(RefusedDecision).exactOptional(),
  retryAfterSeconds: z.int().exactOptional(),
})
type Details = z.infer<typeof Details>

/** The body of an error response. */
export const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().describe('A message for operators: what failed, why, and what to do.'),
    ...Details.shape,
  }),
})

/** An error response: `{ error: { code, message, …details } }`. */
export class HttpError extends MirrorError {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details
  constructor(status: number, code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function toErrorBody({ code, message, details }: HttpError): z.infer<typeof ErrorBody> {
  return { error: { code, message, ...details } }
}

/** True for a browser, which gets pages instead of JSON. The API always returns JSON. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !/^(?:\/m\/[^/]+)?\/api\//.test(url)
}

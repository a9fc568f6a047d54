import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** Rejected input of a control route. Each entry of `faults` states what is wrong and what is allowed. */
export class BadControl extends Error {
  readonly status: number
  readonly faults: readonly string[]
  constructor(message: string, faults: readonly string[], status = 400) {
    super(message)
    this.faults = faults
    this.status = status
  }
}

export function refuse(
  reply: FastifyReply,
  status: number,
  message: string,
  faults: readonly string[],
): FastifyReply {
  return reply.code(status).send({ error: message, faults })
}

export function json(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    throw new BadControl('The body is not JSON.', [])
  }
}

export function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new BadControl(`Wrong ${what}.`, z.prettifyError(parsed.error).split('\n'))
}

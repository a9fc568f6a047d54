import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { choices } from '../../core/decisions/decision.ts'
import { recordId } from '../../core/record/record.ts'
import { choicesFor, excerptOf, type Waiting } from '../../core/decisions/waiting.ts'
import { actorOf } from '../http/actor.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from '../http/http-error.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { parseInput } from '../http/parse-input.ts'

const ListInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).default(100) })
const RecordParams = z.strictObject({ gtin: Gtin, language: Language })
const ResolveInput = z.strictObject({ choice: z.enum(choices), reason: z.string().optional() })

/** `/api/conflicts`: what waits for a person's word about a page, and their word. */
export function routeDecisions(
  app: FastifyInstance,
  { conflicts, config, operations }: Pick<OpsDeps, 'conflicts' | 'config'> & { operations: Operations },
): void {
  app.get('/api/conflicts', async (request) => {
    const { limit } = parseInput(ListInput, request.query)
    const { waiting, more } = await conflicts.list(limit)
    return { waiting: waiting.map(inShort), more }
  })

  app.get('/api/conflicts/:gtin/:language', async (request) => {
    const key = parseInput(RecordParams, request.params)
    const waiting = await conflicts.read(key)
    if (waiting === undefined) {
      const message = `Nothing about ${recordId(key)} waits for a person: see GET /api/conflicts.`
      throw new HttpError(404, 'nothing_waits', message)
    }
    return { ...waiting, choices: choicesFor(waiting) }
  })

  app.post('/api/conflicts/:gtin/:language', async (request) => {
    const key = parseInput(RecordParams, request.params)
    const { choice, reason } = parseInput(ResolveInput, request.body ?? {})
    const actor = actorOf(request, config, 'api')
    return { done: valueOf(await operations.resolve(actor, key, { choice, reason }, request.signal)) }
  })
}

/** What a list shows: of each field in conflict what differs, a few words each. */
function inShort(waiting: Waiting) {
  const { conflict, ...rest } = waiting
  const shortened = conflict && {
    ...conflict,
    fields: conflict.fields.map((field) => ({ field: field.field, ...excerptOf(field) })),
  }
  return { ...rest, ...(shortened && { conflict: shortened }), choices: choicesFor(waiting) }
}

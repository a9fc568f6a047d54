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
import { untilClosed } from '../http/until-closed.ts'

type Deps = Pick<OpsDeps, 'decisions' | 'failing' | 'config'> & { operations: Operations }

const ListInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).default(100) })
const RecordParams = z.strictObject({ gtin: Gtin, language: Language })
const ResolveInput = z.strictObject({ choice: z.enum(choices), reason: z.string().optional() })

/**
 * `/api/decisions`: the records that need a decision, or have one that can be taken back; POST decides.
 * `/api/failing`: the records that fail run after run; `/retry` takes one out of quarantine.
 */
export function routeRecords(app: FastifyInstance, { decisions, failing, config, operations }: Deps): void {
  app.get('/api/decisions', async (request) => {
    const { limit } = parseInput(ListInput, request.query)
    const { waiting, more } = await decisions.list(limit)
    return { decisions: waiting.map(inShort), more }
  })

  app.get('/api/decisions/:gtin/:language', async (request) => {
    const key = parseInput(RecordParams, request.params)
    const found = await decisions.read(key)
    if (found === undefined) {
      const message = `${recordId(key)} needs no decision. See GET /api/decisions.`
      throw new HttpError(404, 'no_decision_needed', message)
    }
    return { ...found, choices: choicesFor(found) }
  })

  app.post('/api/decisions/:gtin/:language', async (request, reply) => {
    const key = parseInput(RecordParams, request.params)
    const decision = parseInput(ResolveInput, request.body ?? {})
    const actor = actorOf(request, config, 'api')
    return { message: valueOf(await operations.resolve(actor, key, decision, untilClosed(reply))) }
  })

  app.get('/api/failing', async (request) => failing.list(parseInput(ListInput, request.query).limit))

  app.post('/api/products/:gtin/:language/retry', async (request) => {
    const record = parseInput(RecordParams, request.params)
    return { retried: valueOf(await operations.retry(actorOf(request, config, 'api'), record)) }
  })
}

/** An entry of the list: of each field in conflict only a short excerpt. */
function inShort(waiting: Waiting) {
  const { conflict, ...rest } = waiting
  const shortened = conflict && {
    ...conflict,
    fields: conflict.fields.map((field) => ({ field: field.field, ...excerptOf(field) })),
  }
  return { ...rest, ...(shortened && { conflict: shortened }), choices: choicesFor(waiting) }
}

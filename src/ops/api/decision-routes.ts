import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { conflictFields, decisionKinds } from '../../core/decisions/filter-words.ts'
import { choices } from '../../core/decisions/decision.ts'
import { countDecisions } from '../../core/decisions/many-decisions.ts'
import { choicesFor, excerptOf, type Waiting } from '../../core/decisions/waiting.ts'
import { recordId } from '../../core/record/record.ts'
import { Meant } from '../actions/meant-records.ts'
import { findMeant, mostAtOnce, valueOf, type Operations } from '../actions/operations.ts'
import type { OpsDeps } from '../deps.ts'
import { actorOf } from '../http/actor.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'
import { untilClosed } from '../http/until-closed.ts'

type Deps = Pick<OpsDeps, 'decisions'> & { operations: Operations }

const filter = {
  kind: z.enum(decisionKinds).optional(),
  run: z.string().min(1).max(40).optional(),
  field: z.enum(conflictFields).optional(),
}
const ListInput = z.strictObject({
  ...filter,
  language: Language.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})
const RecordParams = z.strictObject({ gtin: Gtin, language: Language })
const ResolveInput = z.strictObject({ choice: z.enum(choices), reason: z.string().optional() })
const ManyInput = ResolveInput.extend({
  ...filter,
  languages: z.array(Language).min(1).max(1_000).optional(),
  all: z.literal(true).optional(),
  records: z.array(Meant).min(1).max(mostAtOnce).optional(),
  dryRun: z.boolean().default(false),
})

/**
 * `/api/decisions`: the records that need a decision, or whose decision can be revoked. POST decides about
 * many; POST to a record decides about that one.
 */
export function routeDecisions(app: FastifyInstance, { decisions, operations }: Deps): void {
  app.get('/api/decisions', async (request) => {
    const { limit, language, ...wanted } = parseInput(ListInput, request.query)
    const languages = language === undefined ? undefined : [language]
    const { waiting, more } = await decisions.list(limit, { ...wanted, languages })
    return { decisions: waiting.map(inShort), more }
  })

  app.post('/api/decisions', { bodyLimit: 1024 * 1024 }, async (request) => {
    const { choice, reason, records, all, dryRun, ...wanted } = parseInput(ManyInput, request.body ?? {})
    const filters = Object.values(wanted).filter((value) => value !== undefined)
    if (records === undefined ? all === undefined : all !== undefined || filters.length > 0)
      throw new HttpError(
        400,
        'invalid_input',
        'Give either records or all: true; kind, languages, run and field narrow all.',
      )
    if (dryRun && records === undefined) {
      const found = await findMeant(decisions, choice, wanted)
      const listed = found.slice(0, mostAtOnce).map(({ gtin, language, seen }) => ({ gtin, language, seen }))
      return { dryRun, ...countDecisions(choice, found), records: listed }
    }
    if (dryRun)
      throw new HttpError(400, 'invalid_input', 'dryRun: counts what all means; records are counted.')
    const meant = records === undefined ? { filter: wanted } : { records }
    const actor = actorOf(request, 'api')
    return valueOf(await operations.resolveMany(actor, meant, { choice, reason }))
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
    const actor = actorOf(request, 'api')
    return { message: valueOf(await operations.resolve(actor, key, decision, untilClosed(reply))) }
  })
}

/** An entry of the list, with only a short excerpt of each field in conflict. */
function inShort(waiting: Waiting) {
  const { conflict, ...rest } = waiting
  const shortened = conflict && {
    ...conflict,
    fields: conflict.fields.map((field) => ({ field: field.field, ...excerptOf(field) })),
  }
  return { ...rest, ...(shortened && { conflict: shortened }), choices: choicesFor(waiting) }
}

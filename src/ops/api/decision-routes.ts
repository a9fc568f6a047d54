import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { decisionKinds } from '../../core/decisions/filter-words.ts'
import { ConflictFieldName } from '../http/conflict-field.ts'
import { choices, resolutionCodes } from '../../core/decisions/decision.ts'
import { countDecisions, DecisionCounts, RefusedDecision } from '../../core/decisions/bulk-decisions.ts'
import { choicesFor, excerptOf, type OpenDecision } from '../../core/decisions/open-decision.ts'
import { toOpenDecisionReport, OpenDecisionReport } from '../../core/report/open-decision-report.ts'
import { noNames, type FieldNames } from '../../core/record/field-names.ts'
import { recordId, RecordKey } from '../../core/record/record.ts'
import { Selected } from '../actions/selected-records.ts'
import { findMeant, mostAtOnce, valueOf, type Operations } from '../actions/operations.ts'
import {
  listOpenDecisions,
  readDecisionNames,
  readOpenDecision,
} from '../../sync/decisions/list-decisions.ts'
import type { OpsDeps } from '../deps.ts'
import { actorOf } from '../http/actor.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'
import { signalOnClose } from '../http/signal-on-close.ts'

type Deps = OpsDeps & { operations: Operations }

const filter = {
  kind: z.enum(decisionKinds).optional(),
  run: z.string().min(1).max(40).optional(),
  field: ConflictFieldName.optional(),
}
const params = z.strictObject({ gtin: Gtin, language: Language })
const ResolveInput = z.strictObject({ choice: z.enum(choices), reason: z.string().optional() })

const OfferedDecision = OpenDecisionReport.extend({
  choices: z.array(z.enum(choices)).describe('The choices that the record has.'),
})

export const decisionApi = {
  listDecisions: {
    method: 'GET',
    url: '/api/decisions',
    summary: 'List the records that need a decision, or whose decision can be revoked',
    description: 'A conflict has only a short excerpt of each field.',
    query: z.strictObject({
      ...filter,
      language: Language.optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    response: z.strictObject({ decisions: z.array(OfferedDecision), more: z.boolean() }),
  },
  resolveMany: {
    method: 'POST',
    url: '/api/decisions',
    summary: 'Make one decision about many records',
    description:
      'Give either `records` or `all: true`; kind, languages, run and field narrow `all`. With `dryRun`, the records are only counted and listed.',
    bodyLimit: 1024 * 1024,
    body: ResolveInput.extend({
      ...filter,
      languages: z.array(Language).min(1).max(1_000).optional(),
      all: z.literal(true).optional(),
      records: z.array(Selected).min(1).max(mostAtOnce).optional(),
      dryRun: z.boolean().default(false),
    }),
    response: z.union([
      z.strictObject({
        message: z.string(),
        matched: z.int(),
        done: z.int(),
        refused: z.array(RefusedDecision),
        left: z.int().describe(`Records that match, but exceed the ${mostAtOnce} of one request.`),
      }),
      DecisionCounts.extend({
        dryRun: z.literal(true),
        records: z.array(RecordKey.extend({ seen: z.string() })),
      }),
    ]),
    errors: { 409: [...resolutionCodes, 'interrupted'] },
  },
  readDecision: {
    method: 'GET',
    url: '/api/decisions/:gtin/:language',
    summary: 'Read one record that needs a decision, with the whole text',
    params,
    response: OfferedDecision,
    errors: { 404: ['no_decision_needed'] },
  },
  resolveRecord: {
    method: 'POST',
    url: '/api/decisions/:gtin/:language',
    summary: 'Decide about one record',
    params,
    body: ResolveInput,
    response: z.strictObject({ message: z.string() }),
    errors: { 404: ['no_such_record'], 409: ['nothing_to_resolve', 'held', 'changed'] },
  },
} satisfies Record<string, ApiRoute>

/**
 * `/api/decisions`: the records that need a decision, or whose decision can be revoked. POST decides about
 * many; POST to a record decides about that one.
 */
export function routeDecisions(app: FastifyInstance, deps: Deps): void {
  const { operations } = deps
  addRoute(app, decisionApi.listDecisions, async (request) => {
    const { query } = decisionApi.listDecisions
    const { limit, language, ...wanted } = parseInput(query, request.query)
    const languages = language === undefined ? undefined : [language]
    const { waiting, more } = await listOpenDecisions(deps, limit, { ...wanted, languages })
    const names = await readDecisionNames(deps, waiting, request.signal)
    return { decisions: waiting.map((each) => inShort(each, names)), more }
  })

  addRoute(app, decisionApi.resolveMany, async (request) => {
    const { body } = decisionApi.resolveMany
    const { choice, reason, records, all, dryRun, ...wanted } = parseInput(body, request.body ?? {})
    const filters = Object.values(wanted).filter((value) => value !== undefined)
    if (records === undefined ? all === undefined : all !== undefined || filters.length > 0)
      throw new HttpError(
        400,
        'invalid_input',
        'Give either records or all: true; kind, languages, run and field narrow all.',
      )
    if (dryRun && records === undefined) {
      const found = await findMeant(deps, choice, wanted)
      const listed = found.slice(0, mostAtOnce).map(({ gtin, language, seen }) => ({ gtin, language, seen }))
      return { dryRun, ...countDecisions(choice, found), records: listed }
    }
    if (dryRun)
      throw new HttpError(400, 'invalid_input', 'dryRun: counts what all means; records are counted.')
    const meant = records === undefined ? { filter: wanted } : { records }
    const actor = actorOf(request, 'api')
    return valueOf(await operations.resolveMany(actor, meant, { choice, reason }))
  })

  addRoute(app, decisionApi.readDecision, async (request) => {
    const key = parseInput(params, request.params)
    const found = await readOpenDecision(deps, key)
    if (found === undefined) {
      const message = `${recordId(key)} needs no decision. See GET /api/decisions.`
      throw new HttpError(404, 'no_decision_needed', message)
    }
    const names = await readDecisionNames(deps, [found], request.signal)
    return { ...toOpenDecisionReport(found, names), choices: choicesFor(found) }
  })

  addRoute(app, decisionApi.resolveRecord, async (request, reply) => {
    const key = parseInput(params, request.params)
    const decision = parseInput(ResolveInput, request.body ?? {})
    const actor = actorOf(request, 'api')
    return { message: valueOf(await operations.resolve(actor, key, decision, signalOnClose(reply))) }
  })
}

/** An entry of the list, with only a short excerpt of each field in conflict. */
function inShort(waiting: OpenDecision, names: FieldNames) {
  const { conflict, ...rest } = toOpenDecisionReport(waiting, names)
  const shortened = conflict && {
    ...conflict,
    fields: conflict.fields.map(({ words, ...field }) => ({
      field: field.field,
      ...excerptOf(field, noNames),
      ...(words && { words: excerptOf(field, names) }),
    })),
  }
  return { ...rest, ...(shortened && { conflict: shortened }), choices: choicesFor(waiting) }
}

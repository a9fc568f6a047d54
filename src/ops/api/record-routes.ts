import { FailingReport, toFailingReport } from '../../core/report/record-reports.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { RecordKey } from '../../core/record/record.ts'
import { actorOf } from '../http/actor.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { listFailing } from '../../sync/decisions/list-failing.ts'
import type { OpsDeps } from '../deps.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { parseInput } from '../http/parse-input.ts'

type Deps = OpsDeps & { operations: Operations }

export const recordApi = {
  listFailing: {
    method: 'GET',
    url: '/api/failing',
    summary: 'List the records that fail run after run',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
    response: FailingReport,
  },
  retryRecord: {
    method: 'POST',
    url: '/api/products/:gtin/:language/retry',
    summary: 'Release a record from quarantine, so that the next run tries it',
    params: z.strictObject({ gtin: Gtin, language: Language }),
    response: z.strictObject({ retried: RecordKey }),
    errors: { 409: ['not_quarantined'] },
  },
} satisfies Record<string, ApiRoute>

/** `/api/failing`: the records that fail run after run; `/retry` removes one from quarantine. */
export function routeRecords(app: FastifyInstance, deps: Deps): void {
  addRoute(app, recordApi.listFailing, async (request) => {
    const { limit } = parseInput(recordApi.listFailing.query, request.query)
    return toFailingReport(await listFailing(deps, limit), deps.place?.id)
  })

  addRoute(app, recordApi.retryRecord, async (request) => {
    const record = parseInput(recordApi.retryRecord.params, request.params)
    return { retried: valueOf(await deps.operations.retry(actorOf(request, 'api'), record)) }
  })
}

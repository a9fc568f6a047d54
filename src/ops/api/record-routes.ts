import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { actorOf } from '../http/actor.ts'
import type { OpsDeps } from '../deps.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { parseInput } from '../http/parse-input.ts'

type Deps = Pick<OpsDeps, 'failing'> & { operations: Operations }

const ListInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).default(100) })
const RecordParams = z.strictObject({ gtin: Gtin, language: Language })

/** `/api/failing`: the records that fail run after run; `/retry` removes one from quarantine. */
export function routeRecords(app: FastifyInstance, { failing, operations }: Deps): void {
  app.get('/api/failing', async (request) => failing.list(parseInput(ListInput, request.query).limit))

  app.post('/api/products/:gtin/:language/retry', async (request) => {
    const record = parseInput(RecordParams, request.params)
    return { retried: valueOf(await operations.retry(actorOf(request, 'api'), record)) }
  })
}

import type { FastifyInstance } from 'fastify'
import { actorOf } from '../http/actor.ts'
import type { OpsDeps } from '../deps.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { parseInput } from '../http/parse-input.ts'
import { ListRecordsInput, RecordParams } from './input.ts'

/** `/api/failing` lists the records that fail run after run; `retry` takes one of them out of quarantine. */
export function routeFailing(
  app: FastifyInstance,
  { failing, config, operations }: Pick<OpsDeps, 'failing' | 'config'> & { operations: Operations },
): void {
  app.get('/api/failing', async (request) => {
    const { limit } = parseInput(ListRecordsInput, request.query)
    return failing.list(limit)
  })

  app.post('/api/products/:gtin/:language/retry', async (request) => {
    const record = parseInput(RecordParams, request.params)
    return { retried: valueOf(await operations.retry(actorOf(request, config, 'api'), record)) }
  })
}

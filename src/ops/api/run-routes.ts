import type { FastifyInstance } from 'fastify'
import type { Run } from '../../core/record/run.ts'
import { actorOf } from '../http/actor.ts'
import type { OpsDeps } from '../deps.ts'
import { findRun } from '../http/find-run.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { toRunReport, type RunReport } from '../live/run-report.ts'
import { StartInput } from '../actions/start-input.ts'
import { listFindings } from '../http/list-findings.ts'
import { listOutcomes } from './list-outcomes.ts'
import { parseInput } from '../http/parse-input.ts'
import { ListRunsInput, ReadRunInput } from './input.ts'

type RunParams = { Params: { id: string } }

/** `/api/runs`: list, read, start, approve, cancel and undo runs. */
export function routeRuns(
  app: FastifyInstance,
  {
    runs,
    findings,
    config,
    operations,
  }: Pick<OpsDeps, 'runs' | 'findings' | 'config'> & { operations: Operations },
): void {
  app.get('/api/runs', async (request) => {
    const { limit } = parseInput(ListRunsInput, request.query)
    return { runs: (await runs.list(limit)).map(report) }
  })

  app.post('/api/runs', async (request, reply) => {
    const input = parseInput(StartInput, request.body ?? {})
    const run = valueOf(await operations.start(actorOf(request, config, 'api'), input))
    reply.header('location', `/api/runs/${encodeURIComponent(run.id)}`)
    return reply.code(202).send({ run: report(run) })
  })

  app.get<RunParams>('/api/runs/:id', async (request) => {
    const { outcomes, limit } = parseInput(ReadRunInput, request.query)
    const run = await findRun(runs, request.params.id)
    return {
      run: report(run),
      ...(await listOutcomes(runs, run.id, outcomes, limit)),
      ...(run.kind === 'verify' && (await listFindings(findings, run.id, limit))),
    }
  })

  for (const verb of ['approve', 'cancel'] as const) {
    app.post<RunParams>(`/api/runs/:id/${verb}`, async (request, reply) => {
      const actor = actorOf(request, config, 'api')
      return reply.code(202).send({ run: report(valueOf(await operations[verb](actor, request.params.id))) })
    })
  }

  app.post<RunParams>('/api/runs/:id/undo', async (request, reply) => {
    const run = valueOf(await operations.undo(actorOf(request, config, 'api'), request.params.id))
    reply.header('location', `/api/runs/${encodeURIComponent(run.id)}`)
    return reply.code(202).send({ run: report(run) })
  })
}

function report(run: Run): RunReport {
  return toRunReport(run, Date.now())
}

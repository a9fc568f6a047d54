import type { FastifyInstance } from 'fastify'
import type { Run } from '../../sync/run.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from '../http-error.ts'
import { toRunReport, type RunReport } from '../run-report.ts'
import { listFindings } from './list-findings.ts'
import { listOutcomes } from './list-outcomes.ts'
import { parseInput } from './parse-input.ts'
import { ListInput, misplacedIn, ReadInput, StartInput } from './run-input.ts'

type RunParams = { Params: { id: string } }

/** `/api/runs`: list, read, start, approve, cancel and undo runs. */
export function routeRuns(
  app: FastifyInstance,
  { runs, findings, control }: Pick<OpsDeps, 'runs' | 'findings' | 'control'>,
): void {
  app.get('/api/runs', async (request) => {
    const { limit } = parseInput(ListInput, request.query)
    return { runs: (await runs.list(limit)).map(report) }
  })

  app.post('/api/runs', async (request, reply) => {
    const input = parseInput(StartInput, request.body ?? {})
    const misplaced = misplacedIn(input)
    if (misplaced !== undefined) throw new HttpError(400, 'invalid_input', misplaced)
    const { gtins, languages, repair, ...asked } = input
    const wanted = { ...asked, ...(repair !== undefined && { repair }) }
    const scope = { ...(gtins && { gtins }), ...(languages && { languages }) }
    const started = await control.start({ ...wanted, scope })
    if (!started.ok) {
      const { activeRunId } = started
      throw new HttpError(409, 'run_active', `Run ${activeRunId} is at work; only one runs at a time.`, {
        activeRunId,
      })
    }
    reply.header('location', `/api/runs/${encodeURIComponent(started.run.id)}`)
    return reply.code(202).send({ run: report(started.run) })
  })

  app.get<RunParams>('/api/runs/:id', async (request) => {
    const { outcomes, limit } = parseInput(ReadInput, request.query)
    const run = await findRun(request.params.id)
    return {
      run: report(run),
      ...(await listOutcomes(runs, run.id, outcomes, limit)),
      ...(run.kind === 'verify' && (await listFindings(findings, run.id, limit))),
    }
  })

  const verbs = {
    approve: (id: string) => control.approve(id),
    cancel: (id: string) => control.cancel(id),
  }
  for (const [verb, act] of Object.entries(verbs)) {
    app.post<RunParams>(`/api/runs/:id/${verb}`, async (request, reply) => {
      const { id } = await findRun(request.params.id)
      const accepted = await act(id)
      if (!accepted.ok) throw new HttpError(409, `cannot_${verb}`, accepted.reason)
      return reply.code(202).send({ run: report(await findRun(id)) })
    })
  }

  app.post<RunParams>('/api/runs/:id/undo', async (request, reply) => {
    const { id } = await findRun(request.params.id)
    const begun = await control.undo(id)
    if (!begun.ok) throw new HttpError(409, 'cannot_undo', begun.reason)
    reply.header('location', `/api/runs/${encodeURIComponent(begun.run.id)}`)
    return reply.code(202).send({ run: report(begun.run) })
  })

  async function findRun(id: string): Promise<Run> {
    const run = await runs.read(id)
    if (run === undefined)
      throw new HttpError(404, 'no_such_run', `There is no run ${id}: see GET /api/runs.`)
    return run
  }
}

function report(run: Run): RunReport {
  return toRunReport(run, Date.now())
}

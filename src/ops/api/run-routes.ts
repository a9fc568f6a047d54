import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { findingId } from '../../core/page/finding.ts'
import { approvedParts } from '../../core/plan/approved-parts.ts'
import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { actorOf } from '../http/actor.ts'
import { addressBelow } from '../http/address-below.ts'
import type { OpsDeps } from '../deps.ts'
import { findRun } from '../http/find-run.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { isWritten, toRunReport } from '../live/run-report.ts'
import { StartInput } from '../actions/start-input.ts'
import { parseInput } from '../http/parse-input.ts'
import { takeUnique } from '../http/take-unique.ts'

type Deps = Pick<OpsDeps, 'runs' | 'findings' | 'health' | 'place'> & { operations: Operations }
type RunParams = { Params: { id: string } }

const ListInput = z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) })
/** The outcomes to list; `changed` are the records whose page was written. */
const OutcomeFilter = z.enum(['failed', 'changed', 'all'])
const ReadInput = z.strictObject({
  outcomes: OutcomeFilter.default('failed'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

const ApproveInput = z.strictObject({ only: z.enum(approvedParts).optional() })

/** `/api/runs`: list, read, start, approve, cancel and undo runs. */
export function routeRuns(app: FastifyInstance, { runs, findings, health, place, operations }: Deps): void {
  const readPauses = async () => ({ limits: await health.limited(), outages: await health.outages() })
  const reportAll = async (list: readonly Run[]) => {
    const pauses = await readPauses()
    return list.map((run) => toRunReport(run, Date.now(), pauses))
  }
  const report = async (run: Run) => toRunReport(run, Date.now(), await readPauses())
  const sendStarted = async (reply: FastifyReply, run: Run) =>
    reply
      .code(202)
      .header('location', addressBelow(`/api/runs/${encodeURIComponent(run.id)}`, place?.base))
      .send({ run: await report(run) })

  app.get('/api/runs', async (request) => {
    const { limit } = parseInput(ListInput, request.query)
    return { runs: await reportAll(await runs.list(limit)) }
  })

  app.post('/api/runs', async (request, reply) => {
    const input = parseInput(StartInput, request.body ?? {})
    const run = valueOf(await operations.start(actorOf(request, 'api'), input))
    return sendStarted(reply, run)
  })

  app.get<RunParams>('/api/runs/:id', async (request) => {
    const { outcomes: filter, limit } = parseInput(ReadInput, request.query)
    const run = await findRun(runs, request.params.id)
    const outcomes = await takeUnique(selectOutcomes(runs.scanOutcomes(run.id), filter), {
      idOf: recordId,
      limit,
    })
    const answer = { run: await report(run), outcomes: outcomes.items, more: outcomes.more }
    if (run.kind !== 'verify') return answer
    const found = await takeUnique(findings.scan(run.id), { idOf: findingId, limit })
    return { ...answer, findings: found.items, moreFindings: found.more }
  })

  app.post<RunParams>('/api/runs/:id/approve', async (request, reply) => {
    const { only } = parseInput(ApproveInput, request.body ?? {})
    const performed = await operations.approve(actorOf(request, 'api'), request.params.id, only)
    return reply.code(202).send({ run: await report(valueOf(performed)) })
  })

  app.post<RunParams>('/api/runs/:id/cancel', async (request, reply) => {
    const performed = await operations.cancel(actorOf(request, 'api'), request.params.id)
    return reply.code(202).send({ run: await report(valueOf(performed)) })
  })

  app.post<RunParams>('/api/runs/:id/undo', async (request, reply) => {
    const run = valueOf(await operations.undo(actorOf(request, 'api'), request.params.id))
    return sendStarted(reply, run)
  })
}

async function* selectOutcomes(
  scan: AsyncIterable<Outcome[]>,
  filter: z.infer<typeof OutcomeFilter>,
): AsyncIterable<Outcome[]> {
  for await (const outcomes of scan)
    yield outcomes.filter(
      ({ result }) => filter === 'all' || (filter === 'failed' ? result === 'failed' : isWritten(result)),
    )
}

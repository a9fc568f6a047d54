import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OutcomeReport, withText } from '../../core/report/record-reports.ts'
import { z } from 'zod'
import { findingId } from '../../core/page/finding.ts'
import { FindingReport, toFindingReport } from '../../core/report/findings/finding-report.ts'
import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { actorOf } from '../http/actor.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { addressBelow } from '../http/address-below.ts'
import type { OpsDeps } from '../deps.ts'
import { findRun } from '../http/find-run.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import { isActive, isWritten, RunReport, toRunReport } from '../live/run-report.ts'
import { StartInput } from '../actions/start-input.ts'
import { UndoInput } from '../actions/undo-input.ts'
import { compact } from '../../lib/compact.ts'
import { partInput, partOf } from '../actions/part-input.ts'
import { writeNowInput } from '../actions/write-now-input.ts'
import { parseInput } from '../http/parse-input.ts'
import { takeUnique } from '../http/take-unique.ts'

type Deps = OpsDeps & { operations: Operations }
const OutcomeFilter = z.enum(['failed', 'changed', 'all'])
const params = z.strictObject({ id: z.string() })
const RunAnswer = z.strictObject({ run: RunReport })

export const runApi = {
  listRuns: {
    method: 'GET',
    url: '/api/runs',
    summary: 'List runs, the newest first',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: z.strictObject({ runs: z.array(RunReport) }),
  },
  startRun: {
    method: 'POST',
    url: '/api/runs',
    summary: 'Start a run',
    description: 'Without a body, a sync of the whole mirror. Location is the URL of the run.',
    body: StartInput,
    status: 202,
    response: RunAnswer,
    errors: { 409: ['run_active'] },
  },
  readRun: {
    method: 'GET',
    url: '/api/runs/:id',
    summary: 'Read a run with the results of its records',
    params,
    query: z.strictObject({
      outcomes: OutcomeFilter.default('failed').describe('`changed`: the records whose page was written.'),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    response: RunAnswer.extend({
      outcomes: z.array(OutcomeReport),
      more: z.boolean().describe('There are more outcomes than the limit.'),
      findings: z.array(FindingReport).exactOptional().describe('Only for a verify.'),
      moreFindings: z.boolean().exactOptional(),
    }),
    errors: { 404: ['no_such_run'] },
  },
  approveRun: {
    method: 'POST',
    url: '/api/runs/:id/approve',
    summary: 'Apply exactly the plan of a held run or of a dry run',
    description:
      'At most one field selects a part of the plan. The rest then waits as a separate run. With `now`, an active run that waits for a write window is released, too.',
    params,
    body: z.strictObject({ ...partInput, ...writeNowInput }),
    status: 202,
    response: RunAnswer,
    errors: { 404: ['no_such_run'], 409: ['cannot_approve'] },
  },
  cancelRun: {
    method: 'POST',
    url: '/api/runs/:id/cancel',
    summary: 'Cancel an active run, or discard a waiting plan',
    params,
    status: 202,
    response: RunAnswer,
    errors: { 404: ['no_such_run'], 409: ['cannot_cancel'] },
  },
  undoRun: {
    method: 'POST',
    url: '/api/runs/:id/undo',
    summary: 'Start a run that restores what a run changed, except later edits',
    description:
      'Location is the URL of the started run. Without a list, all products, languages or fields are reverted.',
    params,
    body: UndoInput,
    status: 202,
    response: RunAnswer,
    errors: { 404: ['no_such_run'], 409: ['cannot_undo'] },
  },
} satisfies Record<string, ApiRoute>

/** `/api/runs`: list, read, start, approve, cancel and undo runs. */
export function routeRuns(
  app: FastifyInstance,
  { runs, writePauses, findings, health, place, operations }: Deps,
): void {
  const report = async (run: Run) => {
    const writePause = health.writePause()
    const mayWrite =
      writePause?.code === 'outside-windows' && isActive(run) && (await writePauses.mayWriteNow(run.id))
    return toRunReport(run, Date.now(), place?.id, {
      limits: health.limited(),
      outages: health.outages(),
      writePause: mayWrite ? undefined : writePause,
    })
  }
  const sendStarted = async (reply: FastifyReply, run: Run) =>
    reply
      .code(202)
      .header('location', addressBelow(`/api/runs/${encodeURIComponent(run.id)}`, place?.base))
      .send({ run: await report(run) })

  addRoute(app, runApi.listRuns, async (request) => {
    const { limit } = parseInput(runApi.listRuns.query, request.query)
    return { runs: await Promise.all((await runs.list(limit)).map(report)) }
  })

  addRoute(app, runApi.startRun, async (request, reply) => {
    const input = parseInput(StartInput, request.body ?? {})
    const run = valueOf(await operations.start(actorOf(request, 'api'), input))
    return sendStarted(reply, run)
  })

  addRoute(app, runApi.readRun, async (request) => {
    const { outcomes: filter, limit } = parseInput(runApi.readRun.query, request.query)
    const run = await findRun(runs, idOf(request))
    const outcomes = await takeUnique(selectOutcomes(runs.scanOutcomes(run.id), filter), {
      idOf: recordId,
      limit,
    })
    const told = outcomes.items.map((outcome) => withText(outcome, place?.id))
    const answer = { run: await report(run), outcomes: told, more: outcomes.more }
    if (run.kind !== 'verify') return answer
    const found = await takeUnique(findings.scan(run.id), { idOf: findingId, limit })
    const reports = found.items.map((finding) => toFindingReport(finding, place?.id))
    return { ...answer, findings: reports, moreFindings: found.more }
  })

  addRoute(app, runApi.approveRun, async (request, reply) => {
    const { now, reason, ...part } = parseInput(runApi.approveRun.body, request.body ?? {})
    const allowed = { now, reason }
    const performed = await operations.approve(actorOf(request, 'api'), idOf(request), partOf(part), allowed)
    return reply.code(202).send({ run: await report(valueOf(performed)) })
  })

  addRoute(app, runApi.cancelRun, async (request, reply) => {
    const performed = await operations.cancel(actorOf(request, 'api'), idOf(request))
    return reply.code(202).send({ run: await report(valueOf(performed)) })
  })

  addRoute(app, runApi.undoRun, async (request, reply) => {
    const { now, reason, ...part } = parseInput(UndoInput, request.body ?? {})
    const performed = await operations.undo(actorOf(request, 'api'), idOf(request), compact(part), {
      now,
      reason,
    })
    const run = valueOf(performed)
    return sendStarted(reply, run)
  })
}

function idOf(request: FastifyRequest): string {
  return parseInput(params, request.params).id
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

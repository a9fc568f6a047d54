import { DelayedError, type Job } from 'bullmq'
import { finishRunJob } from '../../../jobs/finish-run.ts'
import type { RunnableJob } from '../../../jobs/queue/define-job.ts'
import { LaterError } from '../../../jobs/queue/requeue-or-fail.ts'
import type { JobDeps } from '../../../jobs/queue/job-deps.ts'
import { ChunkResult, planChunkJob } from '../../../jobs/plan-chunk.ts'
import { productRunJob } from '../../../jobs/products/product-run.ts'
import { withSite } from '../../../jobs/products/with-site.ts'
import { retirePagesJob } from '../../../jobs/retire-pages.ts'
import { applyGuards, readyParents } from '../../../jobs/review-plan.ts'
import { savePlanned } from '../../../jobs/start-run.ts'
import { uploadMediaJob } from '../../../jobs/upload-media.ts'
import { writePagesJob } from '../../../jobs/write-pages.ts'
import type { RunScope } from '../../../src/core/run/run.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import { collectRun } from '../../../src/sync/collect/collect-run.ts'
import type { SyncDeps } from '../../../src/sync/deps.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { PlanPart } from '../../../src/sync/ports/stored.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { go } from '../../helpers/sync/sync-run.ts'
import type { Process } from './interleave.ts'

const recordsPerJob = 2

type Task = { definition: RunnableJob; job: Job }

/** A job as a queue of one process would hand it out. */
function taskOf(definition: RunnableJob, id: string, payload: object): Task {
  const job = {
    id,
    name: definition.name,
    data: payload,
    opts: { attempts: 8 },
    attemptsMade: 0,
    async updateData(data: object) {
      job.data = data
    },
    async moveToDelayed() {},
  }
  return { definition, job: job as unknown as Job }
}

/** Processes of one mirror, as many as are needed. */
export type Fleet = { open(mortal: boolean): Process; pass(ms: number): void }

/** Works on jobs until none is left. One that waits goes to the end of the list, and one of a killed process, too. */
async function work(fleet: Fleet, tasks: Task[], results: unknown[]): Promise<void> {
  let { deps, died } = fleet.open(true)
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const { definition, job } = task
    const done = definition.process(jobDepsOf(deps), job, 'token', go).catch((error: unknown) => {
      if (error instanceof DelayedError) return error
      throw error
    })
    const result = await Promise.race([done, died])
    if (result === 'died') ({ deps, died } = fleet.open(true))
    if (result !== 'died' && !(result instanceof DelayedError)) results.push(result)
    else tasks.push(task)
    // Waits are for other jobs, or for a lost write to land.
    if (result instanceof DelayedError) fleet.pass(500)
  }
}

async function workAll(fleet: Fleet, workers: number, tasks: Task[]): Promise<unknown[]> {
  const results: unknown[] = []
  await Promise.all(Array.from({ length: workers }, () => work(fleet, tasks, results)))
  return results
}

function jobDepsOf(sync: SyncDeps): JobDeps {
  const none = async (): Promise<undefined> => undefined
  const [queues, moveDamagedJobsAway] = [{} as JobDeps['queues'], async () => []]
  const countRequests: JobDeps['countRequests'] = (act) => act()
  return {
    sync,
    queues,
    reportRequests: none,
    countRequests,
    tryUpstreams: async () => undefined,
    untilWritable: none,
    sharedNow: async () => Date.now(),
    endExtendedExpiries: async () => undefined,
    moveDamagedJobsAway,
    deliver: none,
  }
}

async function untilFree<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof LaterError)) throw error
    }
  }
}

/** A run over everything, as its jobs do it, with this many workers. */
export async function fullRun(fleet: Fleet, workers: number): Promise<string> {
  const { deps: sync } = fleet.open(false)
  const begun = await beginRun(sync, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  const runId = begun.run.id
  const alone = { what: 'whole mirror', job: `start-${runId}` } as const
  await untilFree(() => withSite(sync, alone, go, (held) => observePages(sync, runId, held)))
  const chunks: Task[] = []
  for await (const { language, gtins } of await collectRun(sync, runId, go))
    for (const [at, some] of inChunks(gtins, recordsPerJob).entries())
      chunks.push(
        taskOf(planChunkJob, `plan-${runId}-${language}-${at}`, {
          runId,
          language,
          gtins: some,
          dryRun: false,
        }),
      )
  const planned = await workAll(fleet, workers, chunks)
  await savePlanned(
    sync,
    runId,
    planned.map((one) => ChunkResult.parse(one)),
  )
  const run = await sync.runs.read(runId)
  if (run === undefined || !(await applyGuards(sync, run, go))) throw new Error('the run is held')
  const written = (await sync.runs.read(runId)) ?? run
  await untilFree(() => readyParents(sync, written, `review-${runId}`, go))
  const assets = await sync.plans.listAssets(runId)
  await workAll(fleet, workers, [taskOf(uploadMediaJob, `media-${runId}`, { runId, assets })])
  await workAll(fleet, workers, await partOf(sync, runId, 'write', writePagesJob))
  await workAll(fleet, workers, await partOf(sync, runId, 'retire', retirePagesJob))
  await workAll(fleet, 1, [taskOf(finishRunJob, `finish-${runId}`, { runId })])
  return runId
}

async function partOf(
  { plans }: SyncDeps,
  runId: string,
  part: PlanPart,
  definition: RunnableJob,
): Promise<Task[]> {
  const ids = await plans.list(runId, part, 0, 100)
  return inChunks(ids, recordsPerJob).map((recordIds, at) =>
    taskOf(definition, `${part}-${runId}-${at}`, { runId, recordIds }),
  )
}

/** A run over some products, as its job does it. */
export async function productRun(fleet: Fleet, scope: RunScope): Promise<string> {
  const begun = await beginRun(fleet.open(false).deps, {
    kind: 'sync',
    trigger: 'api',
    approved: true,
    scope,
  })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  const runId = begun.run.id
  await workAll(fleet, 1, [taskOf(productRunJob, `products-${runId}`, { runId, step: 'plan' })])
  return runId
}

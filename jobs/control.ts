import type { JobType } from 'bullmq'
import type { PartOfPlan } from '../src/core/plan/approved-parts.ts'
import { isProductRun, type Run } from '../src/core/run/run.ts'
import { reasonOf } from '../src/lib/errors.ts'
import {
  approveRun,
  beginRun,
  cancelRun,
  type Approved,
  type Begun,
  type RunRequest,
} from '../src/sync/runs/begin-run.ts'
import { beginUndo, type BegunUndo, type UndoRequest } from '../src/sync/undo/begin-undo.ts'
import { failRun } from '../src/sync/runs/finish-run.ts'
import { supersedeAtStart } from '../src/sync/runs/supersede.ts'
import type { JobDeps } from './queue/job-deps.ts'
import { type Queues, jobName, readingAttempts } from './queue/queues.ts'
import { lastDueAt, nextRunAt } from './queue/schedule.ts'

/** The first jobs of a run, of an approved plan and of an undo. A run that only reads is given up sooner. */
const firstJobs = {
  start: { queue: 'runs', name: 'start-run', step: 'collect', options: { attempts: readingAttempts } },
  apply: { queue: 'runs', name: 'review-plan', step: 'check', options: {} },
  undo: { queue: 'runs', name: 'undo-run', step: 'list', options: { attempts: readingAttempts } },
  products: { queue: 'products', name: 'product-run', step: 'plan', options: {} },
} as const
type FirstJob = keyof typeof firstJobs

/** `writeNow`: why the run may write outside the write windows. */
type Started<Request> = Request & { writeNow?: string }

/** Starts a run and queues its first job. */
export async function enqueueRun(
  deps: JobDeps,
  { writeNow, ...request }: Started<RunRequest>,
): Promise<Begun> {
  const begun = await beginRun(deps.sync, request)
  if (begun.ok)
    await addOrFail(deps, isProductRun(begun.run) ? 'products' : 'start', { runId: begun.run.id, writeNow })
  return begun
}

/**
 * Approves a held or dry run and queues the job that applies its plan. Without `writeNow`, the run waits for a write
 * window, even if an earlier approval allowed it to write outside.
 */
export async function enqueueApproved(
  deps: JobDeps,
  runId: string,
  part?: PartOfPlan,
  writeNow?: string,
): Promise<Approved> {
  const approved = await approveRun(deps.sync, runId, part)
  // After a refusal, a plan may be approved again while its first job is still listed.
  const jobId = `apply-${runId}-${deps.sync.now().getTime()}`
  if (approved.ok) await addOrFail(deps, 'apply', { runId, jobId, writeNow })
  return approved
}

/** Starts an undo and queues its first job. */
export async function enqueueUndo(
  deps: JobDeps,
  { writeNow, ...request }: Started<UndoRequest>,
): Promise<BegunUndo> {
  const begun = await beginUndo(deps.sync, request)
  if (begun.ok) await addOrFail(deps, 'undo', { runId: begun.run.id, writeNow })
  return begun
}

/**
 * Starts and stops runs for the dashboard. `untilQueued` waits for the first jobs of started runs: a run that has its
 * lock still needs its first job, even if the process is stopping.
 */
export function createControl(deps: JobDeps) {
  const queueing = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    queueing.add(work)
    return work.finally(() => queueing.delete(work))
  }
  const control = {
    start: (request: Started<RunRequest>) => track(enqueueRun(deps, request)),
    approve: (runId: string, part?: PartOfPlan, writeNow?: string) =>
      track(enqueueApproved(deps, runId, part, writeNow)),
    cancel: (runId: string) => cancelRun(deps.sync, runId),
    undo: (request: Started<UndoRequest>) => track(enqueueUndo(deps, request)),
    nextRunAt: () => nextRunAt(deps.queues),
    lastDueAt: (now: Date) => lastDueAt(deps.queues, now),
  }
  return { control, untilQueued: () => Promise.allSettled(queueing) }
}

/** Fails a run whose first job cannot be queued, and rethrows: without a job its lock would stay forever. */
async function addOrFail(
  { sync, queues }: JobDeps,
  first: FirstJob,
  { runId, jobId, writeNow }: { runId: string; jobId?: string; writeNow: string | undefined },
): Promise<void> {
  const { writePauses } = sync
  try {
    await (writeNow === undefined ? writePauses.forgetNow(runId) : writePauses.allowNow(runId, writeNow))
    await addFirstJob(queues, first, runId, jobId)
  } catch (error) {
    const message = `The first job could not be queued: ${reasonOf(error)}`
    await failRun(sync, runId, { cause: 'redis', message }).catch((unsaved: unknown) => {
      sync.log.error({ runId, err: unsaved }, 'failure not stored; the next daemon to start resumes the run')
    })
    throw error
  }
}

async function addFirstJob(
  queues: Queues,
  first: FirstJob,
  runId: string,
  jobId = `${first}-${runId}`,
): Promise<void> {
  const { queue, name, step, options } = firstJobs[first]
  await queues[queue].add(jobName(name), { runId, step }, { ...options, jobId })
}

const unfinished: JobType[] = ['active', 'waiting', 'delayed', 'waiting-children', 'prioritized']

/**
 * Resumes runs whose process died before it queued the next job: one that had taken the lock, and product
 * runs. Returns the run with the lock, if any. Queueing an existing job adds nothing.
 */
export async function resumeInterrupted({ sync, queues }: JobDeps): Promise<string | undefined> {
  for (const runId of await sync.runs.products()) {
    const job = await queues.products.getJob(`products-${runId}`)
    if ((await job?.isCompleted()) || (await job?.isFailed())) await job?.remove()
    await addFirstJob(queues, 'products', runId)
  }
  const runId = await sync.runs.activeId()
  if (runId === undefined) return undefined
  const run = await sync.runs.read(runId)
  const queued = await queues.runs.getJobs(unfinished)
  if (queued.some((job) => job?.data?.runId === runId)) return runId
  const first = firstJobOf(run)
  if (run && first !== 'apply') await supersedeAtStart(sync, run)
  await queues.runs.remove(`${first}-${runId}`)
  await addFirstJob(queues, first, runId)
  sync.log.warn({ runId, state: run?.state }, 'interrupted run resumed')
  return runId
}

function firstJobOf(run: Run | undefined): FirstJob {
  if (run?.kind === 'undo') return 'undo'
  return run?.state === 'planning' ? 'start' : 'apply'
}

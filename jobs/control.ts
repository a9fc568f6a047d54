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
import { failRun } from '../src/sync/runs/fail-run.ts'
import { supersedeWaiting } from '../src/sync/runs/supersede.ts'
import type { JobDeps } from './define.ts'

/** Begins a run and queues its first job. */
export async function enqueueRun({ sync, queues }: JobDeps, request: RunRequest): Promise<Begun> {
  const begun = await beginRun(sync, request)
  if (begun.ok) {
    const runId = begun.run.id
    const jobId = `start-${runId}`
    await orFail(sync, runId, queues.runs.add('start-run', { runId, step: 'collect' }, { jobId }))
  }
  return begun
}

/** Approves a held or dry run and queues the job that applies its plan. */
export async function enqueueApproved({ sync, queues }: JobDeps, runId: string): Promise<Approved> {
  const approved = await approveRun(sync, runId)
  // A plan may be approved again after a refusal while its first job is still listed.
  if (approved.ok) {
    const jobId = `apply-${runId}-${sync.now().getTime()}`
    await orFail(sync, runId, queues.runs.add('review-plan', { runId, step: 'check' }, { jobId }))
  }
  return approved
}

/** Begins an undo and queues its first job. */
export async function enqueueUndo({ sync, queues }: JobDeps, request: UndoRequest): Promise<BegunUndo> {
  const begun = await beginUndo(sync, request)
  if (begun.ok) {
    const runId = begun.run.id
    const jobId = `undo-${runId}`
    await orFail(sync, runId, queues.runs.add('undo-run', { runId, step: 'list' }, { jobId }))
  }
  return begun
}

/** Fails a run whose first job cannot be queued, and rethrows: without a job its lock would stay forever. */
async function orFail(sync: JobDeps['sync'], runId: string, queued: Promise<unknown>): Promise<void> {
  try {
    await queued
  } catch (error) {
    const message = `The first job could not be queued: ${reasonOf(error)}`
    await failRun(sync, runId, { cause: 'redis', message }).catch((unsaved: unknown) => {
      sync.log.error({ runId, err: unsaved }, 'failure not stored; the next daemon to start resumes the run')
    })
    throw error
  }
}

export const cancel = ({ sync }: JobDeps, runId: string): Promise<Approved> => cancelRun(sync, runId)

/**
 * Resumes a run whose process died between taking the lock and queueing its next job; returns the active run, if any.
 * Queueing an existing job adds nothing.
 */
export async function resumeInterrupted({ sync, queues }: JobDeps): Promise<string | undefined> {
  const runId = await sync.runs.activeId()
  if (runId === undefined) return undefined
  const run = await sync.runs.read(runId)
  const queued = await queues.runs.getJobs([
    'active',
    'waiting',
    'delayed',
    'waiting-children',
    'prioritized',
  ])
  if (queued.some((job) => job?.data?.runId === runId)) return runId
  if (run?.kind === 'undo') {
    await supersedeWaiting(sync, run)
    await queues.runs.remove(`undo-${runId}`)
    await queues.runs.add('undo-run', { runId, step: 'list' }, { jobId: `undo-${runId}` })
  } else if (run?.state === 'planning') {
    await supersedeWaiting(sync, run)
    await queues.runs.remove(`start-${runId}`)
    await queues.runs.add('start-run', { runId, step: 'collect' }, { jobId: `start-${runId}` })
  } else {
    await queues.runs.remove(`apply-${runId}`)
    await queues.runs.add('review-plan', { runId, step: 'check' }, { jobId: `apply-${runId}` })
  }
  sync.log.warn({ runId, state: run?.state }, 'interrupted run resumed')
  return runId
}

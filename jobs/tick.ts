import { enqueueRun } from './control.ts'
import type { RunnableJob } from './define.ts'
import { tryLater } from './try-later.ts'

/** Starts a full sync on schedule. Waits for a verify; skipped while another run is active. */
export const tickJob: RunnableJob = {
  queue: 'runs',
  name: 'tick',
  async process(deps, job, token) {
    const { log, runs } = deps.sync
    const begun = await enqueueRun(deps, { kind: 'sync', trigger: 'schedule', approved: false, scope: {} })
    if (begun.ok) return { runId: begun.run.id }
    const { activeRunId } = begun
    const active = await runs.read(activeRunId)
    if (active?.kind === 'verify') {
      log.info({ activeRunId }, 'scheduled run waits: a verify is active')
      return tryLater(deps, job, token)
    }
    log.warn({ activeRunId }, 'scheduled run skipped: another run is active')
    return { skippedFor: activeRunId }
  },
}

/** Starts a verify on schedule. Waits while another run is active. */
export const verifyTickJob: RunnableJob = {
  queue: 'runs',
  name: 'verify-tick',
  async process(deps, job, token) {
    const begun = await enqueueRun(deps, { kind: 'verify', trigger: 'schedule', approved: false, scope: {} })
    if (begun.ok) return { runId: begun.run.id }
    const { activeRunId } = begun
    deps.sync.log.info({ activeRunId }, 'scheduled verify waits: another run is active')
    return tryLater(deps, job, token)
  },
}

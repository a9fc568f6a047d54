import type { RunnableJob } from './define.ts'
import { enqueueRun } from './control.ts'
import { tryLater } from './try-later.ts'

/** The schedule's job: starts a whole run. It waits for a verify, and is skipped when a like run is at work. */
export const tick: RunnableJob = {
  queue: 'runs',
  name: 'tick',
  async process(deps, job, token) {
    const begun = await enqueueRun(deps, { kind: 'sync', trigger: 'schedule', approved: false, scope: {} })
    if (begun.ok) return { runId: begun.run.id }
    const { activeRunId } = begun
    const active = await deps.sync.runs.read(activeRunId)
    if (active?.kind === 'verify') {
      deps.sync.log.info({ activeRunId }, 'scheduled run waits: a verify is at work')
      return tryLater(deps, job, token)
    }
    deps.sync.log.warn({ activeRunId }, 'scheduled run skipped: another run is at work')
    return { skippedFor: activeRunId }
  },
}

import type { RunnableJob } from './define.ts'
import { enqueueRun } from './control.ts'

/** The schedule's job: starts a whole run, unless one is at work already. */
export const tick: RunnableJob = {
  queue: 'runs',
  name: 'tick',
  async process(deps) {
    const begun = await enqueueRun(deps, { kind: 'sync', trigger: 'schedule', approved: false, scope: {} })
    if (!begun.ok)
      deps.sync.log.warn({ activeRunId: begun.activeRunId }, 'scheduled run skipped: another run is at work')
    return begun.ok ? { runId: begun.run.id } : { skippedFor: begun.activeRunId }
  },
}

import type { RunnableJob } from './define.ts'
import { enqueueRun } from './control.ts'
import { tryLater } from './try-later.ts'

/** The schedule's other job: compares the whole CMS with the snapshots, once no other run is at work. */
export const verifyTick: RunnableJob = {
  queue: 'runs',
  name: 'verify-tick',
  async process(deps, job, token) {
    const begun = await enqueueRun(deps, {
      kind: 'verify',
      trigger: 'schedule',
      approved: false,
      scope: {},
    })
    if (begun.ok) return { runId: begun.run.id }
    deps.sync.log.info({ activeRunId: begun.activeRunId }, 'scheduled verify waits: another run is at work')
    return tryLater(deps, job, token)
  },
}

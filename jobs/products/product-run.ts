import { z } from 'zod'
import type { Run } from '../../src/core/run/run.ts'
import { activeStates } from '../../src/core/run/run.ts'
import { assertMapFits } from '../../src/sync/runs/assert-map.ts'
import { defineJob } from '../queue/define-job.ts'
import { LaterError } from '../queue/requeue-or-fail.ts'
import type { JobDeps, Work } from '../queue/job-deps.ts'
import { holdLease, leaseAgainMs } from './hold-lease.ts'
import { finishProducts, planProducts, writeProducts } from './product-steps.ts'

const steps = ['plan', 'write', 'finish'] as const
const Payload = z.object({ runId: z.string(), step: z.enum(steps) })
type Payload = z.infer<typeof Payload>

/** A job that continues within this time keeps its leases. */
const soonMs = 10_000

/**
 * Syncs a few products in parallel with another run, from the plan to the report, under leases on them. It is
 * one job, so that it does not wait behind others. A job that had lost its leases plans again, because its
 * plan may be outdated, unless only the end is left.
 */
export const productRunJob = defineJob<Payload>({
  queue: 'products',
  name: 'product-run',
  payload: Payload,
  async run(deps, { runId, step: from }, work) {
    const { leases, runs } = deps.sync
    const run = await runs.read(runId)
    if (run === undefined) return
    const gtins = run.scope.gtins ?? []
    if (from === 'plan') await deps.tryUpstreams()
    const release = (): Promise<void> => leases.releaseProducts(runId, gtins)
    if (!activeStates.includes(run.state)) return release()
    const taken = await leases.takeProducts(runId, gtins)
    if (taken === 'waits') throw new LaterError(leaseAgainMs)
    const lease = {
      renew: () => leases.renewProducts(runId, gtins),
      release,
      keeps: (error: unknown) => error instanceof LaterError && error.waitMs <= soonMs,
    }
    await holdLease(deps.sync, lease, work.signal, async (held) => {
      const first = taken === 'kept' || from === 'finish' ? from : await planAgain(deps, run)
      if (first === 'plan') await assertMapFits(deps.sync, held)
      await takeSteps(deps, runId, first, { ...work, signal: held })
    })
  },
})

async function takeSteps(
  deps: JobDeps,
  runId: string,
  from: (typeof steps)[number],
  { job, signal }: Work<Payload>,
): Promise<void> {
  for (const step of steps.slice(steps.indexOf(from))) {
    const run = await deps.sync.runs.read(runId)
    if (run === undefined || !activeStates.includes(run.state)) return
    // An earlier try of this job ended after it had let the run write, or still continues without its lock.
    if (step === 'plan' && run.state === 'writing') continue
    // The partner returned none of its records.
    if (step === 'write' && run.failure !== undefined) continue
    await job.updateData({ runId, step })
    const input = { run, job: { id: job.id ?? '', attemptsMade: job.attemptsMade, opts: job.opts } }
    if (step === 'plan') await planProducts(deps.sync, input, signal)
    if (step === 'write') await writeProducts(deps.sync, input, signal)
    if (step === 'finish') await finishProducts(deps, input, signal)
  }
}

/** Another run may have written the products since they were planned. */
async function planAgain({ sync }: JobDeps, { id, state }: Run): Promise<'plan'> {
  await sync.plans.discard(id)
  if (state === 'writing') await sync.runs.update(id, { state: 'planning' }, ['writing'])
  return 'plan'
}

import { productRunJob } from '../../../jobs/products/product-run.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { token, type Jobs } from './open-jobs.ts'
import type { Mirror } from './sync-deps.ts'
import { go } from './sync-run.ts'

/** Syncs some products as a product run. */
export async function resync(mirror: Mirror, jobs: Jobs, gtins: string[], approved = false) {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'api', approved, scope: { gtins } })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const { id: runId } = begun.run
  await jobs.queues.products.add('product-run', { runId, step: 'plan' }, { jobId: `products-${runId}` })
  await productRunJob.process(jobs.deps, await jobs.take('products'), token, go)
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return run
}

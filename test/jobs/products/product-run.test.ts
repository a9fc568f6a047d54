import type { Job } from 'bullmq'
import { expect } from 'vitest'
import { productRunJob } from '../../../jobs/products/product-run.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { token, type Jobs } from '../../helpers/sync/open-jobs.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go } from '../../helpers/sync/sync-run.ts'
import { withJobs } from '../../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 1 })

async function take(mirror: Mirror, jobs: Jobs): Promise<{ runId: string; job: Job }> {
  const scope = { gtins: [...mirror.listed] }
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'api', approved: false, scope })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await jobs.queues.products.add('product-run', { runId, step: 'plan' }, { jobId: `products-${runId}` })
  return { runId, job: await jobs.take('products') }
}

test('a process that is killed after it has let a product run write leaves a job that continues', async ({
  mirror,
  jobs,
}) => {
  const { runId, job } = await take(mirror, jobs)
  // A killed process stores no step, gives no job back and releases no lease.
  const killed: Job = Object.create(job)
  killed.updateData = async (data) => {
    if (data.step === 'write') throw new Error('killed')
  }
  const leases = { ...mirror.leases, releaseProducts: async () => undefined }
  const deps = { ...jobs.deps, sync: { ...mirror, leases } }
  await expect(productRunJob.process(deps, killed, token, go)).rejects.toThrow('killed')
  expect(await mirror.runs.state(runId)).toBe('writing')

  await productRunJob.process(jobs.deps, job, token, go)
  expect(await mirror.runs.read(runId)).toMatchObject({ state: 'done', counts: { created: 1 } })
})

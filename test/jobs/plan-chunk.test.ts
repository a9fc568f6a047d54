import { DelayedError, RateLimitError, WaitingError, type Job } from 'bullmq'
import { expect } from 'vitest'
import { planChunkJob } from '../../jobs/plan-chunk.ts'
import { inChunks } from '../../src/lib/chunks.ts'
import { LostLockError } from '../../jobs/queue/requeue-or-fail.ts'
import { LimitedError, MirrorError } from '../../src/lib/errors.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const language = 'de-de'

const test = withJobs({ gtins: 1 }).extend(
  'run',
  ({ mirror, jobs }) =>
    async () =>
      begin(mirror, jobs),
)

/** The partner has none of these products. */
const gtins = Array.from({ length: 250 }, (_, index) => `${4_006_381_000_000 + index}`)
const [first = [], second = [], third = []] = inChunks(gtins, 100)

/** Starts a dry run with one chunk, and takes the chunk's job. `fetched` grows with the products that are requested. */
async function begin(mirror: Mirror, jobs: Jobs) {
  const begun = await beginRun(mirror, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await jobs.queues.plan.add('plan-chunk', { runId, language, gtins, dryRun: true }, { jobId: 'chunk' })
  const fetched: string[] = []
  let before = async (_gtin: string): Promise<void> => undefined
  mirror.partner = {
    ...mirror.partner,
    async fetchProduct({ gtin }) {
      await before(gtin)
      fetched.push(gtin)
      return { state: 'absent' }
    },
  }
  return {
    runId,
    fetched,
    job: await jobs.take('plan'),
    beforeFetch: (act: (gtin: string) => Promise<void>) => void (before = act),
    plan: (job: Job, signal = go) => planChunkJob.process(jobs.deps, job, token, signal),
    left: async (): Promise<string[]> => (await jobs.queues.plan.getJob('chunk'))?.data.gtins,
  }
}

const failOnce = (gtin: string, error: Error) => {
  let failed = false
  return async (one: string): Promise<void> => {
    if (one !== gtin || failed) return
    failed = true
    throw error
  }
}

test('a chunk is planned a hundred products at a time, so that a product run waits only for these', async ({
  mirror,
  run,
}) => {
  const { job, plan, beforeFetch, left, fetched } = await run()
  const taken: string[] = []
  beforeFetch(async (gtin) => {
    if (gtin !== first[0]) return
    taken.push(await mirror.leases.takeProducts('one', first.slice(1, 2)))
    taken.push(await mirror.leases.takeProducts('other', second.slice(0, 1)))
  })
  await expect(plan(job)).rejects.toThrow(DelayedError)
  expect(taken).toEqual(['waits', 'taken'])
  expect(fetched).toHaveLength(249)
  expect(await left()).toEqual(second.slice(0, 1))
  expect(await mirror.leases.takeProducts('one', first.slice(1, 2))).toBe('taken')
})

test('an error in one part leaves only that part to the next try', async ({ run }) => {
  const { job, plan, beforeFetch, left } = await run()
  beforeFetch(failOnce(second[3] ?? '', new Error('Connection is closed.')))
  await expect(plan(job)).rejects.toThrow('Connection is closed.')
  expect(await left()).toEqual(second)
  expect(await plan(job)).toMatchObject({ records: 250, absent: 250 })
})

test('the last try of a chunk reports only the records that it could not plan as failed', async ({
  mirror,
  run,
}) => {
  const { job, plan, beforeFetch, runId } = await run()
  job.opts.attempts = 1
  beforeFetch(failOnce(second[3] ?? '', new Error('Connection is closed.')))
  await expect(plan(job)).rejects.toThrow('Connection is closed.')
  const outcomes = (await Array.fromAsync(mirror.runs.scanOutcomes(runId))).flat()
  expect(outcomes.map(({ gtin }) => gtin).sort()).toEqual(second)
})

test('an error that ends the run stops the chunk', async ({ run }) => {
  const { job, plan, beforeFetch, left, fetched } = await run()
  beforeFetch(failOnce(second[3] ?? '', new MirrorError('The token is refused.')))
  await expect(plan(job)).rejects.toThrow('The token is refused.')
  expect(fetched.filter((gtin) => third.includes(gtin))).toEqual([])
  expect(await left()).toEqual([...third, ...second])
})

test('a rate limit stops the chunk, and the record that was limited is the last one of the next try', async ({
  run,
}) => {
  const { job, plan, beforeFetch, left } = await run()
  const limited = second[3] ?? ''
  beforeFetch(failOnce(limited, new LimitedError('partner', 10)))
  await expect(plan(job)).rejects.toThrow(RateLimitError)
  expect(await left()).toEqual([...third, limited])
})

test('a rate limit after an error in another part stops the chunk, and costs no attempt', async ({
  mirror,
  run,
}) => {
  const { job, plan, beforeFetch, left, runId } = await run()
  job.opts.attempts = 1
  const limited = second[3] ?? ''
  const [fail, limit] = [
    failOnce(first[0] ?? '', new Error('Connection is closed.')),
    failOnce(limited, new LimitedError('partner', 10)),
  ]
  beforeFetch(async (gtin) => {
    await fail(gtin)
    await limit(gtin)
  })
  await expect(plan(job)).rejects.toThrow(RateLimitError)
  expect(await left()).toEqual([...third, ...first, limited])
  expect(await Array.fromAsync(mirror.runs.scanOutcomes(runId))).toEqual([])
})

test('a process that has to stop leaves the parts that are not planned to the next one', async ({ run }) => {
  const { job, plan, beforeFetch, left, fetched } = await run()
  const stopping = new AbortController()
  beforeFetch(async (gtin) => {
    if (gtin === second[0]) stopping.abort()
    stopping.signal.throwIfAborted()
  })
  await expect(plan(job, stopping.signal)).rejects.toThrow(WaitingError)
  expect(await left()).toEqual([...third, ...second])
  expect(fetched).toEqual(first)
  expect(job.data.soFar).toMatchObject({ records: 100 })
})

test('a try that has lost its job leaves the payload to the one that has it', async ({ run }) => {
  const { job, plan, beforeFetch, left } = await run()
  const lost = new AbortController()
  beforeFetch(async (gtin) => {
    if (gtin === second[0]) lost.abort(new LostLockError())
    lost.signal.throwIfAborted()
  })
  await expect(plan(job, lost.signal)).rejects.toThrow(LostLockError)
  expect(await left()).toEqual(gtins)
})

test('a run that is cancelled in the middle of a chunk requests no further part', async ({ mirror, run }) => {
  const { job, plan, beforeFetch, fetched, runId } = await run()
  beforeFetch(async (gtin) => {
    if (gtin === first[0]) await mirror.runs.update(runId, { state: 'cancelled' })
  })
  expect(await plan(job)).toMatchObject({ records: 100 })
  expect(fetched.toSorted()).toEqual(first)
})

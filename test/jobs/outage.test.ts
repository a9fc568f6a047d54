import { describe, expect } from 'vitest'
import { requeueOrFail, isLastTry } from '../../jobs/queue/requeue-or-fail.ts'
import type { QueueName } from '../../jobs/queue/queues.ts'
import { DelayedError, RateLimitError, UnrecoverableError } from 'bullmq'
import { OutageError, UnreachableError, type Upstream } from '../../src/lib/errors.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { token } from '../helpers/sync/open-jobs.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const { signal } = new AbortController()
const anHour = 3_600_000

/** An outage that started a minute ago, of an upstream that responded `answeredAgoMs` ago and was tried `triedAgoMs` ago. */
const outageOf = (
  upstream: Upstream,
  answeredAgoMs: number,
  triedAgoMs = 0,
  maxOutageMs = 900_000,
): OutageError =>
  new OutageError(upstream, 3_999.25, {
    outageMs: 60_000,
    answeredAgoMs,
    triedAgoMs,
    maxOutageMs,
    reason: 'returned 502',
  })

const test = withJobs({ gtins: 1 })
  .extend('runId', async ({ mirror }) => {
    const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
    return begun.ok ? begun.run.id : ''
  })
  .extend('fail', ({ jobs, runId }) => async (queue: QueueName, error: unknown, attempts = 5) => {
    await jobs.queues[queue].add('write-pages', { runId }, { attempts })
    const job = await jobs.take(queue)
    const thrown: unknown = await requeueOrFail(jobs.deps, queue, { job, token, signal }, error).catch(
      (caught: unknown) => caught,
    )
    return { job, thrown, paused: await jobs.queues[queue].getRateLimitTtl() }
  })

describe('a job whose upstream does not respond', () => {
  test.for(['plan', 'media', 'pages', 'retire'] as const)(
    '(queue %s) is given back with its queue paused, and keeps its attempts',
    async (queue, { mirror, runId, fail }) => {
      const { job, thrown, paused } = await fail(queue, outageOf('cms', 50), 1)
      expect(thrown).toBeInstanceOf(RateLimitError)
      expect(job.attemptsMade).toBe(0)
      expect(paused).toBeGreaterThan(0)
      expect(paused).toBeLessThanOrEqual(4_000)
      expect(await mirror.runs.read(runId)).not.toHaveProperty('failure')
    },
  )

  test('is given back even if its last attempt found the outage', async ({ mirror, runId, fail }) => {
    mirror.cms = { ...mirror.cms, readPages: () => Promise.reject(outageOf('cms', 50)) }
    const { thrown } = await fail('pages', new UnreachableError('cms', 'returned 502'), 1)
    expect(thrown).toBeInstanceOf(RateLimitError)
    expect(await mirror.runs.read(runId)).not.toHaveProperty('failure')
  })
})

describe('the job of a product run', () => {
  test('waits for a partner that serves only its language list', async ({ fail }) => {
    const { thrown } = await fail('products', outageOf('partner', 50), 1)
    expect(thrown).toBeInstanceOf(RateLimitError)
  })

  test('fails with the cause once the run is older than the longest outage', async ({
    mirror,
    runId,
    fail,
  }) => {
    const { thrown } = await fail('products', outageOf('partner', 50, 0, -1), 1)
    expect(thrown).toBeInstanceOf(UnrecoverableError)
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'failed', failure: { cause: 'partner' } })
  })
})

describe('the first job of a run', () => {
  test('waits for an upstream that has responded since the run started', async ({ fail }) => {
    const { thrown } = await fail('runs', outageOf('partner', 0), 1)
    expect(thrown).toBeInstanceOf(RateLimitError)
  })

  test('fails with the cause when the upstream has not responded since', async ({ mirror, runId, fail }) => {
    const { thrown } = await fail('runs', outageOf('partner', anHour), 1)
    expect(thrown).toBeInstanceOf(UnrecoverableError)
    expect(thrown).not.toBeInstanceOf(DelayedError)
    expect(await mirror.runs.read(runId)).toMatchObject({
      state: 'failed',
      failure: { cause: 'partner', message: expect.stringContaining('none for 60 s (returned 502)') },
    })
  })

  test('waits for an upstream that was not tried since the run started, because the outage may be over', async ({
    mirror,
    runId,
    fail,
  }) => {
    const { thrown } = await fail('runs', outageOf('cms', anHour, anHour), 1)
    expect(thrown).toBeInstanceOf(RateLimitError)
    expect(await mirror.runs.read(runId)).not.toHaveProperty('failure')
  })

  test('of a run that writes waits in any case', async ({ mirror, runId, fail }) => {
    await mirror.runs.update(runId, { state: 'writing' }, ['planning'])
    const { thrown } = await fail('runs', outageOf('cms', anHour), 1)
    expect(thrown).toBeInstanceOf(RateLimitError)
  })

  test('gives the partner up before the CMS', () => {
    const job = { attemptsMade: 4, opts: { attempts: 8 } }
    expect(isLastTry(job, outageOf('partner', anHour))).toBe(true)
    expect(isLastTry(job, outageOf('cms', anHour))).toBe(false)
  })
})

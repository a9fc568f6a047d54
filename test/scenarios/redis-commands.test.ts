import type { Redis } from 'ioredis'
import { expect } from 'vitest'
import { planChunkJob } from '../../jobs/plan-chunk.ts'
import { writePagesJob } from '../../jobs/write-pages.ts'
import { collectRun } from '../../src/sync/collect/collect-run.ts'
import { reviewPlan } from '../../src/sync/review/review-plan.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { noFiles } from '../helpers/content/no-files.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go, startWriting } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']

const test = withJobs({ gtins: 25, languages: languages.join() })

/** What Redis executes during some work: commands, with those of scripts, and how often it reads a socket. */
async function trafficOf(redis: Redis, work: () => Promise<unknown>) {
  await redis.config('RESETSTAT')
  await work()
  const [commandStats, stats] = [await redis.info('commandstats'), await redis.info('stats')]
  const calls = [...commandStats.matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm)]
  return {
    commands: calls.reduce((sum, [, count]) => sum + Number(count), 0),
    reads: Number(/^total_reads_processed:(\d+)/m.exec(stats)?.[1]),
  }
}

/** Starts a run, and returns its chunks, one for each language. */
async function begin(mirror: Mirror) {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  const runId = begun.run.id
  const chunks = await Array.fromAsync(await collectRun(mirror, runId, go))
  return { runId, chunks: chunks.map((chunk) => ({ runId, dryRun: false, ...chunk })) }
}

/** Carries out a job, and returns its traffic without that of its queue. */
async function trafficOfJob(
  jobs: Jobs,
  redis: Redis,
  { name, data }: { name: 'plan' | 'pages'; data: object },
) {
  const job = name === 'plan' ? planChunkJob : writePagesJob
  await jobs.queues[name].add(job.name, data)
  const taken = await jobs.take(name)
  return trafficOf(redis, () => job.process(jobs.deps, taken, token, go))
}

test('a first sync of 100 records sends few commands to Redis, and a second run fewer', async ({
  stage: { redis, mock },
  mirror,
  jobs,
}) => {
  for (const gtin of mirror.listed)
    for (const language of languages) await mock.patchProduct(gtin, language, noFiles)
  const first = await begin(mirror)
  const planned = await trafficOfJob(jobs, redis, { name: 'plan', data: first.chunks[0] ?? {} })
  for (const data of first.chunks.slice(1)) await trafficOfJob(jobs, redis, { name: 'plan', data })
  const run = await mirror.runs.read(first.runId)
  if (run === undefined) throw new Error('no run')
  const { planned: counts } = await reviewPlan(mirror, run, go)
  await mirror.runs.update(first.runId, { planned: counts })
  await startWriting(mirror, first.runId)
  const recordIds = await mirror.plans.list(first.runId, 'write', 0, 100)
  expect(recordIds).toHaveLength(100)
  const written = await trafficOfJob(jobs, redis, {
    name: 'pages',
    data: { runId: first.runId, recordIds },
  })
  await mirror.runs.update(first.runId, { state: 'done' })

  const second = await begin(mirror)
  const unchanged = await trafficOfJob(jobs, redis, { name: 'plan', data: second.chunks[0] ?? {} })
  expect(await mirror.plans.count(second.runId, 'write')).toBe(0)
  // A job of up to 500 records adds about 40 for its queue.
  expect(planned.commands + written.commands).toBeLessThanOrEqual(340)
  expect(unchanged.commands).toBeLessThanOrEqual(20)
  expect(unchanged.reads).toBeLessThanOrEqual(8)
})

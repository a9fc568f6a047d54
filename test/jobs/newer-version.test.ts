import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test as plain } from 'vitest'
import { z } from 'zod'
import { jobName, jobsVersion, readJobName } from '../../jobs/queue/queues.ts'
import { jobs as definitions } from '../../jobs/workers.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

// If this snapshot fails: processes of the version before would misread the jobs during an upgrade. Raise jobsVersion and
// list the changed jobs in changedIn (jobs/queue/queues.ts), read the older payloads too, and only then update the snapshot.
const payloads = definitions
  .map(({ queue, name, payload }) => {
    const { $schema: _, ...shape } = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' })
    return `${queue} ${jobName(name)} ${JSON.stringify(shape)}`
  })
  .sort()

plain('no job and no payload changes without a new version of the jobs', async () => {
  const now = [`version ${jobsVersion}`, ...payloads, ''].join('\n')
  await expect(now).toMatchFileSnapshot('payloads.txt')
})

plain('every job is queued under the name that contains its version', async () => {
  const folder = new URL('../../jobs/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  const added = texts.flatMap((text) =>
    [...text.matchAll(/queues\.\w+\.add\(\s*([^,]+),/g)].map(([, name]) => name),
  )
  expect(added.length).toBeGreaterThan(5)
  // A tick is queued again unchanged.
  expect(added.filter((name) => !name?.startsWith('jobName(') && name !== 'job.name')).toEqual([])
})

plain('a name contains the version in which its job changed', () => {
  expect(jobName('plan-chunk', { 'plan-chunk': 3 })).toBe('plan-chunk@3')
  expect(jobName('finish-run', { 'plan-chunk': 3 })).toBe('finish-run')
  expect(readJobName('plan-chunk@3')).toEqual({ name: 'plan-chunk', version: 3 })
  expect(readJobName('plan-chunk')).toEqual({ name: 'plan-chunk', version: 1 })
})

const test = withJobs({ gtins: 1 })
const patient = { interval: 10, timeout: 120_000 }

describe('a job of a newer version', () => {
  const newer = `@${jobsVersion + 1}`
  const cases = [
    ['runs', 'finish-run'],
    ['plan', 'plan-chunk'],
    ['pages', 'write-pages'],
    ['media', 'thumbnails'],
    ['notices', 'deliver-notice'],
  ] as const

  test.for(cases)(
    '(%s: %s) is given back untouched, and its run continues',
    async (which, { mirror, jobs }) => {
      const [queue, name] = which
      const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
      const runId = begun.ok ? begun.run.id : ''
      const data = { runId, anything: [1], gtins: 'no list' }
      const job = await jobs.queues[queue].add(name + newer, data, { attempts: 1 })
      await jobs.start()
      await expect.poll(() => job.getState(), patient).toBe('delayed')
      const left = await jobs.queues[queue].getJob(job.id ?? '')
      expect(left).toMatchObject({ name: name + newer, data, attemptsMade: 0 })
      expect(left?.failedReason).toBeUndefined()
      const run = await mirror.runs.read(runId)
      expect(run).toMatchObject({ state: 'planning' })
      expect(run).not.toHaveProperty('failure')
    },
  )

  test('waits for a process of that version', async ({ jobs }) => {
    const job = await jobs.queues.runs.add(`finish-run${newer}`, { runId: 'none' })
    await jobs.start()
    await expect.poll(() => job.getState(), patient).toBe('delayed')
    await job.promote()
    await expect
      .poll(async () => (await jobs.queues.runs.getJob(job.id ?? ''))?.attemptsStarted, patient)
      .toBe(2)
  })
})

test('a job that no version knows still ends its run', async ({ mirror, jobs }) => {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  const runId = begun.ok ? begun.run.id : ''
  await jobs.queues.runs.add('no-such-job', { runId })
  await jobs.start()
  await expect.poll(async () => (await mirror.runs.read(runId))?.state, patient).toBe('failed')
})

import { expect } from 'vitest'
import { withOps } from '../../helpers/ops.ts'

const it = withOps()
const api = '/queues/api/queues'

it('Bull Board cannot add, edit, repeat or schedule jobs, or stop a queue', async ({ ops, app }) => {
  const queue = `${api}/${ops.queue.name}`
  const job = await ops.queue.add('batch', { runId: 'r' }, { delay: 3_600_000 })
  await ops.queue.upsertJobScheduler('resync', { pattern: '0 4 * * *' }, { name: 'tick' })
  const before = await ops.queue.getJobCounts()
  const tick = { name: 'tick', data: {}, options: {} }
  const tried = [
    ['POST', `${queue}/add`, tick],
    ['PUT', `${api}/pause`],
    ['PUT', `${queue}/pause`],
    ['PUT', `${queue}/promote`],
    ['PUT', `${queue}/empty`],
    ['PUT', `${queue}/obliterate`],
    ['PUT', `${queue}/concurrency`, { concurrency: 99 }],
    ['PUT', `${queue}/retry/completed`],
    ['PUT', `${queue}/job-schedulers/resync/run`],
    ['PUT', `${queue}/job-schedulers/resync/remove`],
    ['PUT', `${queue}/${job.id}/promote`],
    ['PUT', `${queue}/${job.id}/retry`],
    ['PATCH', `${queue}/${job.id}/update-data`, { jobData: { runId: 'other' } }],
  ] as const
  const statuses: Record<string, number> = {}
  for (const [method, url, payload] of tried)
    statuses[url] = (await app.inject({ method, url, ...(payload && { payload }) })).statusCode
  expect(Object.entries(statuses).filter(([, status]) => status !== 403)).toEqual([])
  expect(await ops.queue.getJobCounts()).toEqual(before)
  expect((await ops.queue.getJob(job.id ?? ''))?.data).toEqual({ runId: 'r' })
  expect(await ops.queue.isPaused()).toBe(false)
})

it('Bull Board offers to retry only failed jobs, and offers no rate limit', async ({ app }) => {
  const { queues } = (await app.inject({ url: api })).json<{ queues: object[] }>()
  expect(queues).toMatchObject([
    { allowRetries: true, allowCompletedRetries: false, supportsGlobalRateLimit: false },
  ])
})

it('Bull Board finds the files of its own pages', async ({ app }) => {
  const { body } = await app.inject({ url: '/queues' })
  const files = [...body.matchAll(/(?:src|href)="(\/?(?:queues\/)?static\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file.replace(/^\/?(?:queues\/)?/, '/queues/'),
  )
  expect(files.length).toBeGreaterThan(1)
  for (const url of files) expect((await app.inject({ url })).statusCode).toBe(200)
})

it('Bull Board shows what it may do', async ({ ops, app }) => {
  const answer = await app.inject({ method: 'PUT', url: `${api}/${ops.queue.name}/pause` })
  expect(JSON.stringify(answer.json())).toContain('failed jobs can be retried and jobs removed')
})

it('a job with data that cannot be shown does not hide other jobs', async ({ ops, app }) => {
  const deep: unknown = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)
  await ops.queue.add('deep', { deep }, { delay: 3_600_000 })
  await ops.queue.add('wide', { list: Array.from({ length: 20_000 }, () => 0) }, { delay: 3_600_000 })
  await ops.queue.add('batch', { runId: 'our-run' }, { delay: 3_600_000 })
  const answer = await app.inject({ url: `${api}?activeQueue=${ops.queue.name}&status=delayed&page=1` })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('our-run')
  expect(answer.body.match(/too large, to be shown/g)).toHaveLength(2)
})

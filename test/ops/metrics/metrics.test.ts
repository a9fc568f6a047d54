import { because } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import type { OpsDeps } from '../../../src/ops/deps.ts'
import { Queue } from 'bullmq'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createTables } from '../../../src/store/records/create-tables.ts'
import { withOps } from '../../helpers/ops.ts'
import { aHeldRun, aProduct, aRun, gtin, opsApp } from '../start-ops.ts'

const it = withOps(async (ops) => {
  await ops.saveRun(aRun())
  await ops.saveRun(aHeldRun())
  await ops.queue.add('chunk', {})
  await ops.queue.add('chunk', {})
  const base = { title: '', excerpt: '', inner: '', featuredMedia: 0 }
  const head = {
    digest: 'd',
    template: 't',
    pageId: 1,
    state: 'mirrored',
    runId: 'r',
    writtenAt: '',
    base,
  } as const
  await ops.writes.commit('r', [
    {
      outcome: { gtin, language: 'de', result: 'created' },
      snapshot: { ...head, product: aProduct('de', 'A') },
    },
    {
      outcome: { gtin, language: 'en', result: 'created' },
      snapshot: { ...head, product: aProduct('en', 'A') },
    },
  ])
  return undefined
}).extend('scrape', ({ ops }) => async (replaced: Partial<OpsDeps> = {}) => {
  const app = opsApp(ops.deps, replaced)
  const answer = await app.inject({ url: '/metrics' })
  await app.close()
  return answer.body.split('\n')
})

it('the metrics cover the mirror, its runs and its queues', async ({ app, scrape }) => {
  const { statusCode, headers } = await app.inject('/metrics')
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  const lines = await scrape()
  expect(lines).toEqual(
    expect.arrayContaining([
      'product_mirror_records_mirrored 2',
      'product_mirror_languages 2',
      'product_mirror_records{state="up-to-date"} 2',
      'product_mirror_records{state="failing"} 0',
      'product_mirror_run_held 1',
      'product_mirror_held_plans{guard="retire"} 1',
      'product_mirror_held_plans{guard="template"} 0',
      `product_mirror_held_plan_since_timestamp_seconds ${Date.parse('2026-11-20T06:00:00Z') / 1000}`,
      'product_mirror_run_active 0',
      'product_mirror_last_run_state{kind="sync",state="held"} 1',
      'product_mirror_last_run_state{kind="sync",state="done"} 0',
      'product_mirror_last_run_records{kind="sync"} 12345',
      'product_mirror_last_run_outcomes{kind="sync",result="updated"} 40',
      'product_mirror_last_run_media{kind="sync",result="uploaded"} 5',
      'product_mirror_last_run_requests{kind="sync",target="cmsBatches"} 2',
      `product_mirror_last_success_timestamp_seconds{kind="sync"} ${Date.parse('2026-11-20T05:01:30Z') / 1000}`,
      'product_mirror_queue_jobs{queue="write-pages",state="waiting"} 2',
      'product_mirror_queue_jobs{queue="write-pages",state="failed"} 0',
      'product_mirror_upstream_limited_seconds{upstream="partner"} 0',
      'product_mirror_scrape_failed{source="runs"} 0',
    ]),
  )
  expect(lines.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true)
})

it('a held run has no duration metric, and a next run exists only with a schedule', async ({ scrape }) => {
  const text = (await scrape()).filter((line) => !line.startsWith('#')).join('\n')
  expect(text).not.toContain('product_mirror_last_run_duration_seconds')
  expect(text).not.toContain('product_mirror_next_run_timestamp_seconds')
})

it('the next run and the rate limit of an upstream are exported', async ({ ops, scrape }) => {
  const control = { ...ops.deps.control, nextRunAt: async () => new Date('2026-11-21T05:00:00Z') }
  const health = { ...ops.deps.health, limited: () => ({ partner: 90_000, cms: 0 }) }
  const lines = await scrape({ control, health })
  expect(lines).toContain(
    `product_mirror_next_run_timestamp_seconds ${Date.parse('2026-11-21T05:00:00Z') / 1000}`,
  )
  expect(lines).toContain('product_mirror_upstream_limited_seconds{upstream="partner"} 90')
  const until = lines.filter((line) =>
    line.startsWith('product_mirror_upstream_limited_until_timestamp_seconds{'),
  )
  expect(until).toEqual([expect.stringContaining('{upstream="partner"} ')])
})

it('waiting records, findings of verify and notices are counted', async ({ ops, scrape }) => {
  const key = { gtin, language: 'de' }
  const failing = { count: 2, since: '2026-11-20T05:00:00Z', runId: 'r', reasons: because('no answer') }
  const conflict = { pageId: 1, link: '', runId: 'r', at: '2026-11-20T05:00:00Z', fields: [] }
  const tables = createTables(ops.redis, createKeys('test'))
  await tables.failing.save([{ key, value: failing }])
  await tables.conflicts.save([{ key, value: conflict }])
  await ops.saveRun(aRun({ id: '2026-11-20-3', kind: 'verify', findings: { edited: 2 } }))
  const queue = new Queue('notices', { connection: ops.connection })
  await queue.add('deliver-notice', {}, { delay: 60_000 })
  const lines = await scrape({ queues: [queue] })
  await queue.close()
  expect(lines).toEqual(
    expect.arrayContaining([
      'product_mirror_failing_records 1',
      'product_mirror_waiting_records{reason="conflict"} 1',
      'product_mirror_waiting_records{reason="file"} 0',
      'product_mirror_verify_findings{finding="edited"} 2',
      'product_mirror_verify_findings{finding="duplicate"} 0',
      'product_mirror_notices{state="waiting"} 1',
      'product_mirror_notices{state="given_up"} 0',
      'product_mirror_upstream_failed_requests{upstream="cms"} 0',
    ]),
  )
})

it('a run over some records is not a success, and a full run with failed records still counts as finished', async ({
  ops,
  scrape,
}) => {
  const at = (minute: number) => `2026-11-20T07:0${minute}:00.000Z`
  const list: OpsDeps['runs']['list'] = async () => [
    aRun({ id: '3', scope: { gtins: [gtin] }, finishedAt: at(3) }),
    aRun({ id: '2', state: 'partial', finishedAt: at(2) }),
    aRun({ id: '1', finishedAt: at(1) }),
  ]
  const lines = await scrape({ runs: { ...ops.deps.runs, list } })
  expect(lines).toContain(
    `product_mirror_last_success_timestamp_seconds{kind="sync"} ${Date.parse(at(1)) / 1000}`,
  )
  expect(lines).toContain(
    `product_mirror_last_whole_run_timestamp_seconds{kind="sync"} ${Date.parse(at(2)) / 1000}`,
  )
})

it('a failed source is reported, and only its metrics are missing', async ({ ops, scrape }) => {
  const snapshots: OpsDeps['snapshots'] = {
    ...ops.deps.snapshots,
    countMirrored: async () => {
      throw new Error('READONLY')
    },
  }
  const lines = await scrape({ snapshots })
  expect(lines).toContain('product_mirror_scrape_failed{source="snapshots"} 1')
  expect(lines).toContain('product_mirror_scrape_failed{source="runs"} 0')
  expect(lines).toContain('product_mirror_run_held 1')
  expect(lines.some((line) => line.startsWith('product_mirror_records_mirrored '))).toBe(false)
})

it('two servers in one process keep their metrics apart', async ({ scrape }) => {
  const [first, second] = await Promise.all([scrape({ queues: [] }), scrape()])
  expect(linesOfQueues(first)).toEqual([])
  expect(linesOfQueues(second).length).toBeGreaterThan(0)
})

function linesOfQueues(lines: string[]): string[] {
  return lines.filter((line) => line.startsWith('product_mirror_queue_jobs{'))
}

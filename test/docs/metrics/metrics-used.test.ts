import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Queue } from 'bullmq'
import { aHeldRun, aRun, opsApp, startOps } from '../../ops/start-ops.ts'
import { selectorsIn } from './metric-names.ts'

const docs = new URL('../../../docs/', import.meta.url)
const read = (name: string) => readFile(new URL(name, docs), 'utf8')

const Place = z.object({ x: z.int(), y: z.int(), w: z.int().min(1), h: z.int().min(1) })
const Source = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') })
const Panel = z.object({
  id: z.int(),
  type: z.enum(['stat', 'timeseries']),
  title: z.string().min(1),
  description: z.string().min(1),
  gridPos: Place,
  datasource: Source,
  targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1), datasource: Source })).min(1),
})
const Dashboard = z.object({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel).min(1),
})

let ops: Awaited<ReturnType<typeof startOps>>
/** Label names by metric, as a busy server exports them. */
let exported: Map<string, Set<string>>
beforeAll(async () => {
  ops = await startOps()
  await ops.saveRun(aRun())
  await ops.saveRun(aRun({ id: '2026-11-20-4', kind: 'verify', findings: { edited: 1 } }))
  await ops.saveRun(aHeldRun())
  const queue = new Queue('notices', { connection: ops.connection })
  const app = opsApp(ops.deps, {
    queues: [queue],
    control: { ...ops.deps.control, nextRunAt: async () => new Date() },
    health: {
      ...ops.deps.health,
      limited: () => ({ partner: 5000, cms: 5000 }),
      outages: () => ({ cms: { since: '2026-11-21T04:00:00Z', reason: 'returned 502' } }),
      upstreams: async () => {
        const some = { minutes: 5, requests: 9, failed: 1, halfWithinMs: 20, mostWithinMs: 90 }
        return { partner: some, cms: some }
      },
    },
  })
  const { body } = await app.inject({ url: '/metrics' })
  await app.close()
  await queue.close()
  exported = new Map()
  for (const [, metric = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = exported.get(metric) ?? new Set(['job', 'instance'])
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    exported.set(metric, known)
  }
})
afterAll(() => ops.close())

describe.each(['alerts.yaml', 'grafana.json'])('%s', (name) => {
  test('uses only metrics and labels that /metrics exports', async () => {
    const text = (await read(name)).replaceAll(String.raw`\"`, '"')
    const selectors = selectorsIn(text)
    expect(selectors.length).toBeGreaterThan(10)
    const unknown = selectors.filter(
      ({ metric, labels }) =>
        !labels.every((label) => exported.get(metric)?.has(label) === true) || !exported.has(metric),
    )
    expect(unknown).toEqual([])
  })
})

test('the Grafana dashboard has no overlapping panels, and unique ids and references', async () => {
  const { panels, templating } = Dashboard.parse(JSON.parse(await read('grafana.json')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job'])
  const faults: string[] = []
  const taken = new Map<string, string>()
  for (const { gridPos, targets, title } of panels) {
    if (new Set(targets.map(({ refId }) => refId)).size < targets.length) faults.push(`${title}: references`)
    if (gridPos.x + gridPos.w > 24) faults.push(`${title}: too far right`)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        const other = taken.get(`${x} ${y}`)
        if (other !== undefined) faults.push(`${title} covers ${other}`)
        taken.set(`${x} ${y}`, title)
      }
  }
  expect(faults).toEqual([])
})

import { join } from 'node:path'
import { expect } from 'vitest'
import { enqueueApproved, enqueueRun, enqueueUndo } from '../../jobs/control.ts'
import { toMap } from '../../config/map/read-map.ts'
import { exitCodeOf } from '../../src/cli/shared/exit-codes.ts'
import type { Run } from '../../src/core/run/run.ts'
import type { RunRequest } from '../../src/sync/runs/begin-run.ts'
import type { Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const types = join(import.meta.dirname, '..', '..', 'examples', 'types', 'product.yaml')
const test = withJobs({ gtins: 2, types })

const unknown = toMap({
  fields: { 'meta.headlne': { from: 'name' }, 'terms.colour': { from: 'trade_unit' } },
}).map
const known = toMap({ fields: { title: { from: 'name' } } }).map

async function ended(mirror: Mirror, runId: string): Promise<Run> {
  const over = expect.stringMatching(/^(done|planned|failed)$/)
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toEqual(over)
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error('the run is gone')
  return run
}

async function begin(mirror: Mirror, jobs: Jobs, request: Partial<RunRequest> = {}): Promise<Run> {
  const whole = { kind: 'sync', trigger: 'cli', approved: true, scope: {} } as const
  const begun = await enqueueRun(jobs.deps, { ...whole, ...request })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return ended(mirror, begun.run.id)
}

test('no kind of run starts with a map that does not fit the CMS', async ({ stage, mirror, jobs }) => {
  await jobs.start()
  if (known !== undefined) mirror.map = known
  const written = await begin(mirror, jobs)
  const planned = await begin(mirror, jobs, { kind: 'plan', rewrite: true })
  expect([written.state, planned.state]).toEqual(['done', 'planned'])
  await stage.mock.zeroStats()

  if (unknown !== undefined) mirror.map = unknown
  const whole = await begin(mirror, jobs)
  const approved = await enqueueApproved(jobs.deps, planned.id)
  expect(approved).toMatchObject({ ok: true })
  const rechecked = await ended(mirror, planned.id)
  const undo = await enqueueUndo(jobs.deps, { undoes: written.id, trigger: 'cli' })
  if (!undo.ok) throw new Error(undo.reason)
  const runs = [
    whole,
    rechecked,
    await ended(mirror, undo.run.id),
    await begin(mirror, jobs, { scope: { gtins: mirror.listed.slice(0, 1) } }),
    await begin(mirror, jobs, { kind: 'verify', repair: true }),
  ]
  for (const run of runs) {
    expect(run).toMatchObject({ state: 'failed', failure: { cause: 'config' } })
    expect(run.failure?.message).toMatch(
      /^MAP does not fit the CMS\. .*\n {2}- fields\.meta\.headlne: .*\n {2}- fields\.terms\.colour: /,
    )
    expect(exitCodeOf(run)).toBe(7)
  }
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

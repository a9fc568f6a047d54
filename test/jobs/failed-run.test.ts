import { expect } from 'vitest'
import { enqueueApproved, enqueueRun } from '../../jobs/control.ts'
import { exitCodeOf } from '../../src/cli/shared/exit-codes.ts'
import type { Run } from '../../src/core/run/run.ts'
import { UnusableError } from '../../src/lib/errors.ts'
import { createPartner, type PartnerOptions } from '../../src/partner/partner.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { openSignedFiles } from '../helpers/sync/signed-files.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 30 }).extend(
  'openPartner',
  ({ stage }, { onCleanup }) =>
    (options: Partial<PartnerOptions>) => {
      const partner = createPartner({
        baseUrl: stage.mock.partnerBaseUrl,
        token: stage.mock.token,
        gate: openGate(),
        assetGateOf: openGate,
        signedFiles: openSignedFiles(),
        retry: { tries: 2, baseMs: 1, capMs: 2 },
        ...options,
      })
      onCleanup(() => partner.close())
      return partner
    },
)

const untilState = (mirror: Mirror, runId: string, state: Run['state']) =>
  expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toBe(state)

/** The records with an outcome. */
const sumOf = ({ counts }: Pick<Run, 'counts'>): number =>
  Object.values({ ...counts, records: 0 }).reduce((sum, count) => sum + count, 0)

test('a run that fails before its first page reports each of its records as failed', async ({
  mirror,
  jobs,
}) => {
  const writePages = () => Promise.reject(new UnusableError('cms', 'The CMS refuses us.'))
  mirror.cms = { ...mirror.cms, writePages }
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  await jobs.start()
  await untilState(mirror, begun.run.id, 'failed')
  const run = await mirror.runs.read(begun.run.id)
  expect(run).toMatchObject({ counts: { records: 30, failed: 30, notPlanned: 0 } })
})

test('a run that fails while it is planned has an outcome for each of its records', async ({
  mirror,
  jobs,
}) => {
  mirror.leases = { ...mirror.leases, share: () => Promise.reject(new UnusableError('cms', 'no')) }
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  await jobs.start()
  await untilState(mirror, begun.run.id, 'failed')
  const run = await mirror.runs.read(begun.run.id)
  expect(run && sumOf(run)).toBe(30)
})

test('a run whose plan was approved in part is partial if a record is in neither part', async ({
  mirror,
  jobs,
}) => {
  await jobs.start()
  const begun = await enqueueRun(jobs.deps, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  const { id } = begun.run
  await untilState(mirror, id, 'planned')
  // A record that was counted and got lost.
  const run = await mirror.runs.read(id)
  if (run) await mirror.runs.update(id, { counts: { ...run.counts, records: 31 } })
  expect(await enqueueApproved(jobs.deps, id, 'creates')).toMatchObject({ ok: true })
  await untilState(mirror, id, 'partial')
  expect(await mirror.runs.read(id)).toMatchObject({ counts: { records: 31, created: 30, notPlanned: 1 } })
})

test('a run whose requests all timed out does not exit 0', async ({ stage, mirror, jobs, openPartner }) => {
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'latency', ms: 600_000 }])
  const { partner } = mirror
  mirror.partner = {
    ...openPartner({ timeoutMs: 20 }),
    fetchLanguages: (signal) => partner.fetchLanguages(signal),
  }
  mirror.listed = mirror.listed.slice(0, 3)
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  await jobs.start()
  await untilState(mirror, begun.run.id, 'failed')
  const run = await mirror.runs.read(begun.run.id)
  expect(run).toMatchObject({
    counts: { records: 3, failed: 3, retired: 0 },
    failure: { cause: 'partner', message: expect.stringContaining('raise PARTNER_TIMEOUT_SECONDS') },
  })
  expect(run && exitCodeOf(run)).toBe(5)
  expect(await stage.editor.recordPages()).toEqual([])
})

test('a run in which the partner knows none of the products fails, and its misses do not count', async ({
  stage,
  mirror,
  jobs,
}) => {
  mirror.listed = mirror.listed.slice(0, 3)
  mirror.policy = { ...mirror.policy, retireAfterMisses: 2, missIntervalMs: 0 }
  await jobs.start()
  const sync = async (state: Run['state']) => {
    const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
    if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
    await untilState(mirror, begun.run.id, state)
    return mirror.runs.read(begun.run.id)
  }
  await sync('done')
  const pages = await stage.editor.recordPages()
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 404 }])
  for (let night = 0; night < 3; night++) {
    const run = await sync('failed')
    expect(run).toMatchObject({
      counts: { records: 3, retired: 0 },
      failure: {
        cause: 'partner',
        message: expect.stringContaining('responded 404 or 410 to each of 3 records'),
      },
    })
    expect(run && exitCodeOf(run)).toBe(5)
    expect(run && sumOf(run)).toBe(3)
  }
  const [gtin] = mirror.listed
  const broken = { side: 'partner', path: `/product/${gtin}`, kind: 'status', status: 500 } as const
  await stage.mock.faults([broken, { side: 'partner', path: '/product', kind: 'status', status: 404 }])
  expect(await sync('failed')).toMatchObject({ counts: { failed: 1, absent: 2 } })
  expect(await stage.editor.recordPages()).toEqual(pages)

  await stage.mock.clearFaults()
  for (const one of mirror.listed.slice(1)) await stage.mock.deleteProduct(one, 'de-de')
  expect(await sync('done')).toMatchObject({ counts: { absent: 2, retired: 0 } })
  expect(await sync('done')).toMatchObject({ counts: { retired: 2 } })
})

import { because } from '../../../helpers/content/reason-of.ts'
import { afterEach, expect, vi } from 'vitest'
import { checkStatus } from '../../../../src/cli/commands/check-status.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { readMirrorRow } from '../../../../src/ops/pages/mirrors/mirror-row.ts'
import { readOutages } from '../../../../src/store/fleet/circuit-breaker.ts'
import { runOf } from '../../../helpers/sync/runs.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { withMirror } from '../../../helpers/sync/with-mirror.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { startOps } from '../../start-ops.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const test = withMirror({ gtins: 4, prepare: sync })
  .extend('ops', { scope: 'file' }, async ({}, { onCleanup }) => {
    const ops = await startOps()
    onCleanup(() => ops.close())
    return ops
  })
  /** Stores a run that ended an hour after the previous one. */
  .extend('save', ({ mirror }) => {
    let hours = 0
    return async (id: string, fields: Partial<Run>) => {
      const finishedAt = new Date(mirror.now().getTime() + ++hours * 3_600_000).toISOString()
      await mirror.runs.begin(runOf(id, { createdAt: finishedAt, finishedAt, ...fields, state: 'writing' }))
      await mirror.runs.update(id, { state: fields.state ?? 'done' })
    }
  })
  /** The problems in the list of mirrors, and those of `status --check --json`. */
  .extend('problems', ({ ops, stage, mirror }) => async () => {
    const outages = await readOutages(stage.redis, mirror.keys)
    const deps = {
      ...ops.deps,
      ...depsOfMirror(mirror, ops.deps),
      health: { ...ops.deps.health, outages: () => outages },
    }
    const row = await readMirrorRow({ place: { id: 'a', base: '/m/a' }, deps }, Date.now())
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const env = {
      REDIS_URL: `unix://${stage.redis.options.path}`,
      MIRROR_ID: /^pm:(.*):$/.exec(mirror.keys.prefix)?.[1],
    }
    await checkStatus(env, { json: true })
    const checked = JSON.parse(String(stdout.mock.calls[0]?.[0])) as {
      problems: { kind: string; text: string }[]
    }
    stdout.mockRestore()
    return {
      dashboard: row.health.problems?.map(
        ({ kind, text }) => `${kind}: ${text.replaceAll(' --mirror a', '')}`,
      ),
      command: checked.problems.map(({ kind, text }) => `${kind}: ${text}`),
    }
  })

const both = (problems: string[]) => ({ dashboard: problems, command: problems })

test('a healthy mirror has no problem on any surface', async ({ problems }) => {
  expect(await problems()).toEqual(both([]))
})

test('a sync that failed because of the partner stays a problem after a verify on every surface', async ({
  problems,
  save,
}) => {
  await save('1', { state: 'failed', failure: { cause: 'partner', message: 'The partner is down.' } })
  await save('2', { kind: 'verify', findings: {} })
  expect(await problems()).toEqual(both(['partner: run 1 failed: The partner is down.']))
})

test('each kind of problem is the same on every surface', async ({ stage, mirror, problems, save }) => {
  const [first = '', second = '', third = '', fourth = ''] = mirror.listed
  const of = (gtin: string) => ({ gtin, language: 'de-de' })
  const at = mirror.now().toISOString()
  await mirror.conflicts.save([
    { key: of(first), value: { pageId: 1, link: '', runId: '1', at, fields: [] } },
    { key: of(second), value: { pageId: 2, link: '', runId: '1', at, fields: [] } },
  ])
  await mirror.decisions.save([{ key: of(second), value: { kind: 'hold', at, by: 'olive', reason: '' } }])
  await mirror.failing.save([
    { key: of(third), value: { count: 1, since: at, runId: '1', reasons: because('returned 500') } },
  ])
  await mirror.missingAssets.save(mirror.listed.map((gtin) => ({ key: of(gtin), value: { assets: [] } })))
  await mirror.staleLinks.mark([fourth])
  await save('1', { kind: 'verify', findings: { stale: 2 } })
  await save('2', { kind: 'undo', state: 'partial' })
  await save('3', { state: 'held', planned: { create: 0, update: 0, restore: 0, retire: 9 } })
  await save('4', { state: 'failed', failure: { cause: 'cms', message: 'The CMS is down.' } })
  await save('5', { state: 'cancelled' })
  const since = mirror.now().getTime()
  await stage.redis.hset(mirror.keys.breaker('cms'), { since, retry: since, reason: 'returned 502' })

  expect(await problems()).toEqual(
    both([
      'cms: The CMS has not responded since 2026-11-20 04:00:00 UTC (returned 502). The next request tries it.',
      'cms: run 4 failed: The CMS is down.',
      'decision: run 3 is held (9 retirements): product-mirror approve 3',
      'decision: 1 record needs a decision: product-mirror decisions',
      'failing: 1 record is failing: product-mirror status --failing',
      'failing: 3 pages lack files that they should show',
      'failing: run 2 is partial: no changes',
      'drift: verify 1 found drift: 2 stale: product-mirror verify --repair',
      'drift: Links to the pages of 1 product may be outdated; the next run updates those that are: product-mirror sync',
    ]),
  )
})

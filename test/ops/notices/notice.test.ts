import { expect, test } from 'vitest'
import { toBody } from '../../../src/ops/notices/notice-body.ts'
import { eventOf, linkOf, toNotice, type NoticeEvent } from '../../../src/ops/notices/notice.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { aHeldRun, aRun } from '../start-ops.ts'
import { unnamedCommands } from '../../helpers/content/unnamed-commands.ts'
import { refusedFor } from '../../helpers/sync/guards.ts'
import type { GuardVerdict } from '../../../src/core/reasons/guard-verdict.ts'
import { type Refusal } from '../../../src/core/reasons/refusal.ts'

const nothing = { reasons: [], over: [], namedMirror: undefined }

test.each<[Partial<Run>, NoticeEvent | undefined]>([
  [{ state: 'failed' }, 'failed'],
  [{ state: 'partial' }, 'partial'],
  [{ state: 'held' }, 'held'],
  [{ state: 'held', refusal: refusedFor('It moved.') }, 'refused'],
  [{ state: 'superseded' }, 'superseded'],
  [{ state: 'done', kind: 'verify', findings: { edited: 1 } }, 'drift'],
  [{ state: 'done', kind: 'verify', findings: {} }, 'recovered'],
  [{ state: 'done' }, 'recovered'],
  [{ state: 'planned' }, undefined],
  [{ state: 'cancelled' }, undefined],
  [{ state: 'writing' }, undefined],
])('a run with %j causes the event %s', (patch, event) => {
  expect(eventOf(aRun(patch))).toBe(event)
})

test('the notice of a held run has the numbers, the planned changes, and the command that approves them', () => {
  expect(toNotice('held', aHeldRun(), nothing)).toEqual({
    event: 'held',
    message:
      'Run 2026-11-20-2 has been held since 2026-11-20 06:00 UTC: 412 retirements, 7 updates. Nothing has been written. Would retire 412 of 1030 pages (40.0 %, limit 51 pages or 5.0 %). Check that the catalogue and the language list are complete.',
    action:
      'If you want these changes (412 retirements, 7 updates), approve exactly this plan; otherwise cancel it.',
    command: 'product-mirror approve 2026-11-20-2',
  })
})

test.each<[Refusal, message: string, command: string]>([
  [
    { code: 'other-plan' },
    'The plan, the template or the labels changed since the plan was held. Nothing was written. Make a new plan: product-mirror sync',
    'product-mirror sync',
  ],
  [
    { code: 'check-failed', detail: 'No answer.' },
    'The plan could not be checked: No answer. Nothing was written. Once fixed, run: product-mirror approve 2026-11-20-2',
    'product-mirror approve 2026-11-20-2',
  ],
])(
  'the notice of a rejected approval contains the reason and the remedy: %j',
  (refusal, message, command) => {
    expect(toNotice('refused', aHeldRun({ refusal }), nothing)).toMatchObject({
      message: `The approval of run 2026-11-20-2 was refused. ${message}`,
      command,
    })
  },
)

test('a notice names one of several mirrors in its commands', () => {
  const named = { ...nothing, namedMirror: 'shop' }
  const refused = toNotice('refused', aHeldRun({ refusal: { code: 'other-plan' } }), named)
  expect(refused.message).toMatch(/: product-mirror sync --mirror shop$/)
  expect(refused.command).toBe('product-mirror sync --mirror shop')
  const lost: GuardVerdict = { guard: 'lost', count: 5, of: 10, limit: 1, share: 0.5, languages: ['de-de'] }
  const held = toNotice('held', aHeldRun({ guards: [lost] }), named)
  expect(unnamedCommands(`${held.message} ${held.command}`, 'shop')).toEqual([])
})

test('the notice of a superseded plan names the run that superseded it', () => {
  const run = aHeldRun({ state: 'superseded', supersededBy: '2026-11-20-3' })
  expect(toNotice('superseded', run, nothing).message).toBe(
    'Run 2026-11-20-3 superseded the unapproved plan of run 2026-11-20-2. None of it was written.',
  )
})

test('the notice of a failed run contains the reason, and whether to check the partner or the CMS', () => {
  const failed = (cause: 'partner' | 'cms') =>
    toNotice('failed', aRun({ state: 'failed', failure: { cause, message: 'no answer' } }), nothing)
  expect(failed('cms')).toEqual({
    event: 'failed',
    message: 'Run 2026-11-20-1 failed: no answer',
    action: 'Check the CMS; the next run does the rest.',
    command: 'product-mirror doctor',
  })
  expect(failed('partner').action).toContain('Check the partner')
})

test('the notice of a partial run has the number of failed records and the most frequent reasons', () => {
  const reasons = [4, 3, 2, 1].map((records) => ({ records, reason: `reason ${records}.` }))
  const run = aRun({ state: 'partial' })
  expect(toNotice('partial', run, { ...nothing, reasons }).message).toBe(
    'Run 2026-11-20-1 finished; 1 of 12,345 records failed. Reasons: 4 × reason 4; 3 × reason 3; 2 × reason 2; and 1 other reason.',
  )
})

test('the notice of a run that only lacks files has their number, and links to the run', () => {
  const run = aRun({ state: 'partial', unfetched: 101 })
  const withoutFiles = { ...run, counts: { ...run.counts, failed: 0 } }
  expect(toNotice('partial', withoutFiles, nothing)).toMatchObject({
    message: 'Run 2026-11-20-1 finished; 101 files could not be fetched.',
    command: 'product-mirror status',
  })
  expect(linkOf('https://mirror.example', 'partial', withoutFiles)).toBe(
    'https://mirror.example/runs/2026-11-20-1',
  )
})

test('the notice of drift counts the findings by kind', () => {
  const run = aRun({ kind: 'verify', findings: { edited: 2, moved: 1 } })
  expect(toNotice('drift', run, nothing)).toMatchObject({
    message: 'Run 2026-11-20-1 found drift: 2 edited, 1 moved.',
    command: 'product-mirror verify',
  })
})

test('the notice that a problem has ended names the problem', () => {
  const over = [{ event: 'partial', runId: '2026-11-19-1', digest: 'd' }]
  expect(toNotice('recovered', aRun(), { ...nothing, over }).message).toBe(
    'Run 2026-11-20-1 finished. Resolved: run 2026-11-19-1 had finished only in part.',
  )
})

test('a notice links to its run, or to the failing records, on the dashboard', () => {
  const run = aRun({ state: 'failed' })
  const link = linkOf('https://mirror.example', 'failed', run)
  expect(link).toBe('https://mirror.example/runs/2026-11-20-1')
  expect(linkOf('https://mirror.example', 'partial', run)).toBe(
    'https://mirror.example/coverage?state=failing',
  )
  const notice = { ...toNotice('failed', run, nothing), link }
  const about = { mirror: 'shop', run, notice, reasons: [], at: new Date() }
  expect(JSON.parse(toBody('json', about))).toMatchObject({
    data: { command: 'product-mirror doctor', link },
  })
  expect(JSON.parse(toBody('chat', about))).toMatchObject({
    text: expect.stringMatching(/doctor\nhttps:\S+$/),
  })
  const bare = { ...about, notice: toNotice('failed', run, nothing) }
  expect(JSON.parse(toBody('chat', bare))).toMatchObject({ text: expect.stringMatching(/doctor$/) })
})

test('the notice of a repair lists its repairs and the work left to editors', () => {
  const run = aRun({ kind: 'verify', repair: true, findings: { edited: 2 }, repaired: { missing: 1 } })
  expect(toNotice('drift', run, nothing)).toMatchObject({
    message: 'Run 2026-11-20-1 repaired 1 missing; left for a decision: 2 edited.',
    action: expect.stringContaining('The remaining differences need a decision'),
  })
})

import { expect, test } from 'vitest'
import { toHeldLines, toSampleLines } from '../../../src/cli/output/held-lines.ts'
import { toHeldRun, toReport } from '../../../src/cli/json/run-report.ts'
import { toLines } from '../../../src/cli/output/report.ts'
import { toWaitingLines } from '../../../src/cli/output/status-lines.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'

const numbers =
  'retire 9 of 10 pages (90.0 %, limit 5 pages or 5.0 %). Check that the catalogue and the language list are complete.'
const held = runOf('2026-11-20-3', {
  state: 'held',
  finishedAt: '2026-11-20T04:01:02.345Z',
  planned: { create: 0, update: 1, restore: 0, retire: 9 },
  planDigest: 'abcdefghijklmnop',
  guards: [retireVerdict(9, 10)],
})
const none = { count: 0, shown: [] }
const cms = { count: 1, shown: ['1/de-de'] }
const refusal = { code: 'changed', planned: 1, partner: none, catalog: none, cms } as const
const why =
  'Since this plan was made, 1 page was changed in the CMS (1/de-de). Nothing was written. Make a new plan: product-mirror sync'

test('a held plan shows its changes, since when it waits, why, and the commands that end it', () => {
  expect(toHeldLines(held)).toEqual([
    'Run 2026-11-20-3 has been held since 2026-11-20 04:01 UTC: 9 retirements, 1 update. Nothing has been written.',
    `  HELD      Would ${numbers}`,
    '  plan      abcdefghijkl: product-mirror plan 2026-11-20-3',
    '  approve   product-mirror approve 2026-11-20-3',
    '  discard   product-mirror cancel 2026-11-20-3',
  ])
})

test('a rejected plan offers a new plan instead of the same approval', () => {
  expect(toHeldLines({ ...held, refusal }).slice(1)).toEqual([
    `  REFUSED   ${why}`,
    `  HELD      Would ${numbers}`,
    '  plan      abcdefghijkl: product-mirror plan 2026-11-20-3',
    '  new plan  product-mirror sync',
    '  discard   product-mirror cancel 2026-11-20-3',
  ])
  const report = toHeldRun({ ...held, refusal })
  expect(report).toMatchObject({ next: 'product-mirror sync' })
  expect(report).not.toHaveProperty('approve')
})

test('a report shows a rejection only while the plan waits', () => {
  expect(toLines({ ...held, refusal })).toContain(`  REFUSED   ${why}`)
  expect(toHeldRun({ ...held, refusal })).toMatchObject({
    runId: held.id,
    since: held.finishedAt,
    planDigest: 'abcdefghijklmnop',
    refusal: why,
    guards: [`Would ${numbers} If this is wanted: product-mirror approve 2026-11-20-3`],
    cancel: 'product-mirror cancel 2026-11-20-3',
  })
  expect(toHeldRun(held)).toMatchObject({ approve: 'product-mirror approve 2026-11-20-3' })
  expect(toLines({ ...held, refusal, state: 'done' }).join('\n')).not.toContain('REFUSED')
})

test('the commands have separate lines, only while a plan with changes waits', () => {
  const approve = '  approve   product-mirror approve 2026-11-20-3'
  expect(toLines(held)).toContain(approve)
  expect(toLines({ ...held, state: 'planned' })).toContain(approve)
  const approvedAt = '2026-11-20T09:30:00.000Z'
  const done = toLines({ ...held, state: 'done', approved: true, approvedAt })
  expect(done.at(-1)).toBe(`  guard     The plan was to ${numbers} Approved at 2026-11-20 09:30 UTC.`)
  expect(toLines({ ...held, state: 'done' }).at(-1)).toBe(`  guard     The plan was to ${numbers}`)
  const empty = { create: 0, update: 0, restore: 0, retire: 0 }
  expect(toLines({ ...held, state: 'planned', planned: empty }).join('\n')).not.toContain('approve')
  const refused = toLines({ ...held, state: 'cancelled', approved: false, approvedAt })
  expect(refused.at(-1)).toBe(`  guard     The plan was to ${numbers}`)
})

test('the time that a plan waits for approval does not count as duration', () => {
  const createdAt = '2026-11-20T04:00:00.000Z'
  const finishedAt = '2026-11-20T09:30:05.000Z'
  const waitedMs = 5.5 * 3_600_000
  expect(toReport(runOf('2026-11-20-3', { state: 'done', createdAt, finishedAt, waitedMs })).seconds).toBe(5)
})

test('sample pages show only the lines that differ, page by page', () => {
  const page = { gtin: '1', language: 'de-de', pageId: 41 }
  const before = 'eins\nzwei\ndrei\nvier\nfünf'
  expect(
    toSampleLines([
      { ...page, field: 'title', before: 'Alt\u001b[2J', after: 'Neu' },
      { ...page, field: 'inner', before, after: before.replace('vier', '4') },
      { ...page, pageId: 42, gtin: '2', field: 'excerpt', before: '', after: 'Da' },
    ]),
  ).toEqual([
    'Some of the pages before (-) and after (+):',
    '  1/de-de, page 41',
    '    title',
    '      - Alt [2J',
    '      + Neu',
    '    text',
    '      - vier',
    '      + 4',
    '  2/de-de, page 42',
    '    excerpt',
    '      + Da',
  ])
  expect(toSampleLines([])).toEqual([])
})

test('a long difference is cut with a count of the rest', () => {
  const after = Array.from({ length: 50 }, (_, index) => `Zeile ${index}`).join('\n')
  const lines = toSampleLines([
    { gtin: '1', language: 'de-de', pageId: 41, field: 'inner', before: '', after },
  ])
  expect(lines.at(-1)).toBe('        … 38 more changed lines')
})

test('each group of waiting records has a line, an empty group has none', () => {
  expect(toWaitingLines({ decisions: 0, deferred: 0 })).toEqual([])
  expect(toWaitingLines({ decisions: 2, deferred: 3 })).toEqual([
    '2 records on hold, reverted by undo, or with a decision to apply: product-mirror decisions',
    '3 records deferred to a later run: the page is open or was edited',
  ])
})

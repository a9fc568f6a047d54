import { expect, test } from 'vitest'
import { guardMessage, guardText } from '../../../src/core/report/guard-text.ts'
import { toHistoryReport, type HistoryEntry } from '../../../src/core/report/history.ts'
import { markdownHead } from '../../../src/core/report/markdown.ts'
import { obstaclesOf } from '../../../src/core/report/plan-approval.ts'
import { previewNoteText, previewObstacleText } from '../../../src/core/report/preview-text.ts'
import { toFailingReport } from '../../../src/core/report/record-reports.ts'
import { refusalText } from '../../../src/core/report/refusal-text.ts'
import { reasonText } from '../../../src/core/report/reasons/reason-text.ts'
import { notesOf } from '../../../src/core/report/run-summary.ts'
import type { GuardVerdict } from '../../../src/core/reasons/guard-verdict.ts'
import type { Reason } from '../../../src/core/reasons/reason.ts'
import { outcomeView } from '../../../src/core/views/change-view.ts'
import { lineOfProblem, viewOfProblem } from '../../../src/core/views/problem.ts'
import { key } from '../../helpers/content/records.ts'
import { unnamedCommands } from '../../helpers/content/unnamed-commands.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const since = '2026-11-20T04:00:00.000Z'
const held: Reason = { code: 'held', by: 'Ada', at: since, note: '' }
const failing = { count: 5, since, nextTryAt: since }
const quarantined: Reason = { code: 'quarantined', ...failing, causes: [{ code: 'text', text: 'HTTP 500' }] }
const lost: GuardVerdict = { guard: 'lost', count: 5, of: 10, limit: 1, share: 0.5, languages: ['de-de'] }
const run = runOf('7', {
  state: 'held',
  refusal: { code: 'other-plan' },
  guards: [lost],
  notes: [{ code: 'known-conflicts', count: 2 }],
})
const ofRun = { at: since, runId: '7', kind: 'sync', trigger: 'cli' } as const
const entry: HistoryEntry = { ...key, ...ofRun, result: 'kept', reasons: [held] }

const renderers: [name: string, render: (mirror: string | undefined) => unknown][] = [
  ['a reason', (mirror) => reasonText(key, [held, quarantined], mirror)],
  ['a guard', (mirror) => guardText(lost, 'would', mirror)],
  ['a guard of a run', (mirror) => guardMessage(retireVerdict(9, 10), run, mirror)],
  ['a refusal', (mirror) => refusalText({ code: 'other-plan' }, run, mirror)],
  ['the obstacles of a plan', (mirror) => obstaclesOf(run, mirror)],
  ['the notes of a run', (mirror) => notesOf(run, mirror)],
  ['a report as Markdown', (mirror) => markdownHead(run, mirror)],
  ['a note of a preview', (mirror) => previewNoteText(key, { code: 'not-written', reason: held }, mirror)],
  ['a merge in a preview', (mirror) => previewNoteText(key, { code: 'merged', reasons: [held] }, mirror)],
  ['the lack of a preview', (mirror) => previewObstacleText(key, { code: 'no-product' }, mirror)],
  [
    'the failing records',
    (mirror) =>
      toFailingReport({ failing: [{ ...key, ...failing, reasons: [held] }], quarantined: 0 }, mirror),
  ],
  [
    'a history',
    (mirror) => toHistoryReport(key.gtin, { pages: [], entries: [entry], languages: [] }, mirror),
  ],
  ['a change', (mirror) => outcomeView({ kind: 'sync', mirror }, entry, undefined, undefined)],
  ['a problem', (mirror) => lineOfProblem(viewOfProblem({ code: 'records-failing', count: 3 }, 0), mirror)],
]

test.each(renderers)(
  '%s names one of several mirrors in each command, and a single one nowhere',
  (_, render) => {
    const [named, single] = [JSON.stringify(render('brand-a')), JSON.stringify(render(undefined))]
    expect(unnamedCommands(named, 'brand-a')).toEqual([])
    expect(unnamedCommands(single, 'brand-a')).not.toEqual([])
    expect(named.replaceAll(' --mirror brand-a', '')).toBe(single)
  },
)

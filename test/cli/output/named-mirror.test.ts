import { afterEach, expect, test } from 'vitest'
import { toHeldRun } from '../../../src/cli/json/run-report.ts'
import { toLeft } from '../../../src/cli/json/plan-report.ts'
import { toDecisionLines } from '../../../src/cli/output/decision-lines.ts'
import { toFailingLines } from '../../../src/cli/output/failing-lines.ts'
import { toHeldLines } from '../../../src/cli/output/held-lines.ts'
import { toLeftLines } from '../../../src/cli/output/list-unresolved.ts'
import { toBulkLines } from '../../../src/cli/output/bulk-decision-lines.ts'
import { toEndLines } from '../../../src/cli/output/plan-lines.ts'
import { toBriefLines, toLines } from '../../../src/cli/output/report.ts'
import { toStatusLines } from '../../../src/cli/output/status-lines.ts'
import type { Paint } from '../../../src/cli/terminal/color.ts'
import { printFor } from '../../../src/cli/terminal/named-mirror.ts'
import { noNames } from '../../../src/core/record/field-names.ts'
import { countStates } from '../../../src/core/report/state-matrix.ts'
import type { Outcome } from '../../../src/core/run/change.ts'
import { because } from '../../helpers/content/reason-of.ts'
import { unnamedCommands } from '../../helpers/content/unnamed-commands.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const at = '2026-11-20T04:00:00.000Z'
const plain: Paint = (_, text) => text
const key = { gtin: '4006381333931', language: 'de-de' }
const held = runOf('7', {
  state: 'held',
  planDigest: 'abcdefghijklmnop',
  planned: { create: 0, update: 0, restore: 0, retire: 9 },
  guards: [retireVerdict(9, 10)],
  refusal: { code: 'other-plan' },
  notes: [{ code: 'known-conflicts', count: 2 }],
  conflicts: 2,
})
const undo = runOf('8', {
  kind: 'undo',
  undoes: '7',
  state: 'done',
  finishedAt: at,
  counts: { ...held.counts, undone: 3 },
})
const hold: Outcome = { ...key, result: 'held', reasons: [{ code: 'held', by: 'Ada', at, note: '' }] }
const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: '7', at }
const failing = { ...key, count: 6, since: at, nextTryAt: at, reasons: because('returned 500') }
const status = {
  held: [],
  mirrored: 1,
  states: countStates(new Uint8Array()),
  workers: 1,
  next: undefined,
  problems: [{ code: 'records-failing' as const, count: 3 }],
  waiting: { decisions: 2, deferred: 0 },
  unused: 4,
  recent: [],
}

afterEach(() => printFor(undefined))

test.each<[string, () => unknown]>([
  ['a held plan', () => toHeldLines(held)],
  ['a held plan as JSON', () => toHeldRun(held)],
  ['the end of a plan', () => toEndLines(held, plain)],
  ['a report', () => toLines(held)],
  ['a report in short', () => toBriefLines(held)],
  ['the report of an undo', () => toLines(undo)],
  ['the records left unchanged', () => toLeftLines([hold])],
  ['the records left unchanged as JSON', () => toLeft([hold])],
  ['the records that need a decision', () => toDecisionLines([{ ...key, suspect }], false, noNames)],
  [
    'a decision about many',
    () => toBulkLines({ matched: 9, kinds: { open: 9 }, fields: {}, languages: { 'de-de': 9 } }, [], noNames),
  ],
  ['the failing records', () => toFailingLines({ failing: [failing], quarantined: 1 })],
  ['the status', () => toStatusLines(status, { columns: Infinity, rows: 23 })],
])('%s names one of several mirrors in each command, and a single one nowhere', (_, render) => {
  const single = JSON.stringify(render())
  printFor('brand-a')
  const named = JSON.stringify(render())
  expect(unnamedCommands(named, 'brand-a')).toEqual([])
  expect(unnamedCommands(single, 'brand-a')).not.toEqual([])
  expect(named.replaceAll(' --mirror brand-a', '')).toBe(single)
})

import { because } from '../../helpers/content/reason-of.ts'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../src/core/report/history.ts'
import { toHistoryLines } from '../../../src/cli/output/history-lines.ts'

const run = { runId: '2026-11-20-3', kind: 'sync', trigger: 'schedule' } as const
const record = { gtin: '4006381333931', language: 'de-de' }

const linesOf = (...entries: HistoryEntry[]) =>
  toHistoryLines('4006381333931', { pages: [], entries, languages: [] }, [])

test('each entry of the history shows its time and change, and below it the run and the reason', () => {
  const lines = linesOf(
    {
      ...record,
      ...run,
      at: '2026-11-21T04:00:09.123Z',
      result: 'updated',
      fields: ['name', 'price'],
      kept: ['title'],
      before: 'abcdefghijkl',
      after: 'mnopqrstuvwx',
      reasons: [{ code: 'edited', fields: ['title'] }],
    },
    { ...record, ...run, at: '2026-11-20T04:00:00.000Z', result: 'created', after: 'abcdefghijkl' },
  )
  expect(lines).toEqual([
    'Product 4006381333931: 0 pages',
    '',
    '2026-11-21 04:00 UTC  de-de  updated  name, price, (kept: title)',
    '    run 2026-11-20-3 (schedule), abcdefg → mnopqrs: the partner changed it; the editor changed title: kept',
    '2026-11-20 04:00 UTC  de-de  created',
    '    run 2026-11-20-3 (schedule), none → abcdefg: new at the partner',
  ])
})

test('text from outside cannot break the lines of the history', () => {
  const lines = linesOf({
    ...record,
    ...run,
    at: '2026-11-20T04:00:00.000Z',
    result: 'failed',
    reasons: because('bad\n\u001b[31mnews'),
  })
  expect(lines.at(-1)).toBe('    run 2026-11-20-3 (schedule): bad [31mnews')
})

test('an empty history of a product is shown as such', () => {
  expect(linesOf().at(-1)).toBe('No changes or failures in the last 90 days.')
})

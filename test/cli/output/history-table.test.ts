import { expect, test } from 'vitest'
import { toTable } from '../../../src/cli/output/history-table.ts'

const run = { runId: '2026-11-20-3', kind: 'sync', trigger: 'schedule' } as const
const record = { gtin: '4006381333931', language: 'de-de' }

test('each entry of the history is a line with short digests', () => {
  const lines = toTable([
    {
      ...record,
      ...run,
      at: '2026-11-21T04:00:09.123Z',
      result: 'updated',
      fields: ['name', 'price'],
      kept: ['title'],
      before: 'abcdefghijkl',
      after: 'mnopqrstuvwx',
      reason: 'the editor changed title: kept',
    },
    { ...record, ...run, at: '2026-11-20T04:00:00.000Z', result: 'created', after: 'abcdefghijkl' },
  ])
  expect(lines).toEqual([
    'time (UTC)           language  what     fields                      version            run                      why',
    '2026-11-21 04:00:09  de-de     updated  name, price, (kept: title)  abcdefg → mnopqrs  2026-11-20-3 (schedule)  the partner changed it; the editor changed title: kept',
    '2026-11-20 04:00:00  de-de     created                              → abcdefg          2026-11-20-3 (schedule)  new at the partner',
  ])
})

test('text from outside cannot break the history table', () => {
  const [, line] = toTable([
    { ...record, ...run, at: '2026-11-20T04:00:00.000Z', result: 'failed', reason: 'bad\n\u001b[31mnews' },
  ])
  expect(line).toContain('bad [31mnews')
})

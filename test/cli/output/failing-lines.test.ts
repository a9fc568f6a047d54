import { because } from '../../helpers/content/reason-of.ts'
import { expect, test } from 'vitest'
import type { FailingRecord } from '../../../src/core/decisions/quarantine.ts'
import { toFailingLines } from '../../../src/cli/output/failing-lines.ts'

const once: FailingRecord = {
  gtin: '4006381333931',
  language: 'de-de',
  count: 1,
  since: '2026-11-20T04:00:00.000Z',
  reasons: because('returned 500'),
}
const often = { ...once, language: 'en-gb', count: 6, nextTryAt: '2026-11-26T16:00:00.000Z' }

test('an empty list of failing records is shown as such', () => {
  expect(toFailingLines({ failing: [], quarantined: 0 })).toEqual(['No failing records.'])
})

test('each record shows how often, since when and why it failed, and until when runs skip it', () => {
  const lines = toFailingLines({ failing: [often, once], quarantined: 1 })
  expect(lines.slice(1)).toEqual([
    '  4006381333931/en-gb  failed in 6 runs in a row since 2026-11-20 04:00 UTC, skipped until 2026-11-26 16:00 UTC: returned 500',
    '  4006381333931/de-de  failed in 1 run since 2026-11-20 04:00 UTC: returned 500',
    'To retry all of them in the next run: product-mirror retry; to retry one: product-mirror retry GTIN LANGUAGE',
  ])
})

test('a reason cannot control the terminal', () => {
  const lines = toFailingLines({
    failing: [{ ...once, reasons: because('a\u001b[31mb\n c') }],
    quarantined: 0,
  })
  expect(lines.join('')).not.toMatch(/\u001b|\n/)
})

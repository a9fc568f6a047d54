import { expect, test } from 'vitest'
import { cleanLine } from '../../../src/cli/output/print-findings.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const counts = { ...runOf('1').counts, records: 240 }

test('a verify without findings shows on a terminal how many pages it compared', () => {
  expect(cleanLine(runOf('1', { kind: 'verify', counts, findings: {} }))).toBe(
    '240 pages compared: no drift found.',
  )
})

test.each([{ findings: { edited: 1 } }, { findings: {}, repaired: { stale: 1 } }])(
  'a verify with %o has output and needs no such line',
  (told) => {
    expect(cleanLine(runOf('1', { kind: 'verify', counts, ...told }))).toBeUndefined()
  },
)

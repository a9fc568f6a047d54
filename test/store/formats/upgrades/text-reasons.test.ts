import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GuardVerdict } from '../../../../src/core/reasons/guard-verdict.ts'
import type { Refusal, Tally } from '../../../../src/core/reasons/refusal.ts'
import { findingShape } from '../../../../src/store/formats/shapes/reports.ts'
import { outcomeShape } from '../../../../src/store/formats/shapes/plan.ts'
import { failingShape } from '../../../../src/store/formats/shapes/waiting.ts'
import { withoutCommands } from '../../../../src/store/formats/upgrades/text-reasons.ts'
import { decodeRun, encodeRun } from '../../../../src/store/formats/shapes/run.ts'
import { rememberSecrets } from '../../../../src/lib/text/secrets.ts'
import { runOf } from '../../../helpers/sync/runs.ts'

const key = 'pm:shop:run:7'
const retired = { guard: 'retire', count: 9, of: 10, limit: 5, share: 0.9 }

/** A run as version 4 stored it, without the fields that are not concerned. */
function storedBy4(fields: Record<string, unknown>): Record<string, string> {
  const { refusal: _, ...stored } = encodeRun(runOf('7', { state: 'held' }))
  const members = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])
  return { ...stored, v: '4', ...Object.fromEntries(members) }
}

test('the guards of an earlier version keep their sentence, without the command of the plan', () => {
  const what = 'Would retire 9 of 10 pages. Check the catalogue.'
  const message = `${what} If this is wanted: product-mirror approve 2026-11-20-3`
  const numbers = { own: 9, apart: 0, maxShare: 0.05 }
  const guards = [
    { ...retired, message },
    { ...retired, ...numbers },
  ]
  expect(decodeRun(storedBy4({ guards }), key).guards).toEqual([
    { ...retired, text: what },
    { ...retired, ...numbers },
  ])
})

test.each([
  [undefined, null],
  ['', null],
  [null, null],
  [
    'It moved. Nothing was written. Make a new plan: product-mirror sync',
    {
      code: 'text',
      text: 'It moved. Nothing was written. Make a new plan: product-mirror sync',
      next: 'plan',
    },
  ],
  [
    'No answer. Once fixed, run: product-mirror approve 7',
    { code: 'text', text: 'No answer. Once fixed, run: product-mirror approve 7', next: 'approve' },
  ],
  ['Nothing was written.', { code: 'text', text: 'Nothing was written.', next: 'plan' }],
])('the refusal %j of an earlier version is read as %j', (refusal, read) => {
  expect(decodeRun(storedBy4({ ...(refusal !== undefined && { refusal }) }), key).refusal).toEqual(read)
})

const count = fc.nat()
const numbers = { count, of: count, limit: count, share: fc.double({ min: 0, max: 1, noNaN: true }) }
const maxShare = fc.double({ min: 0, max: 1, noNaN: true })
const anyVerdict: fc.Arbitrary<GuardVerdict> = fc.oneof(
  fc.record({
    guard: fc.constantFrom('retire' as const, 'update' as const),
    ...numbers,
    own: count,
    apart: count,
    maxShare,
  }),
  fc.record({
    guard: fc.constant('update' as const),
    ...numbers,
    create: count,
    rewrite: count,
    maxShare,
  }),
  fc.record({ guard: fc.constant('template' as const), ...numbers, only: count, rewrite: fc.boolean() }),
  fc.record({ guard: fc.constant('recreate' as const), ...numbers, maxShare }),
  fc.record({
    guard: fc.constantFrom('language' as const, 'lost' as const),
    ...numbers,
    languages: fc.array(fc.string()),
  }),
  fc.record({ guard: fc.constantFrom('retire' as const, 'lost' as const), ...numbers, text: fc.string() }),
)
const tally: fc.Arbitrary<Tally> = fc.record({ count, shown: fc.array(fc.string()) })
const anyRefusal: fc.Arbitrary<Refusal> = fc.oneof(
  fc.record({
    code: fc.constant('changed' as const),
    planned: count,
    partner: tally,
    catalog: tally,
    cms: tally,
  }),
  fc.record(
    { code: fc.constant('unchecked' as const), planned: count, count, detail: fc.string() },
    { requiredKeys: ['code', 'planned', 'count'] },
  ),
  fc.record({ code: fc.constant('check-failed' as const), detail: fc.string() }),
  fc.record({ code: fc.constantFrom('other-plan' as const, 'empty-part' as const) }),
  fc.record({
    code: fc.constant('text' as const),
    text: fc.string(),
    next: fc.constantFrom('plan' as const, 'approve' as const),
  }),
)

test('guards and refusals are read as they were stored', () => {
  const anyReasons = fc.record({
    guards: fc.array(anyVerdict, { maxLength: 3 }),
    refusal: fc.option(anyRefusal),
  })
  fc.assert(
    fc.property(anyReasons, (reasons) => {
      expect(decodeRun(encodeRun(runOf('7', reasons)), key)).toMatchObject(reasons)
    }),
  )
})

test('a secret that equals a code is hidden in details only', () => {
  rememberSecrets(['check-failed', 'shopkey'])
  const refusal = { code: 'check-failed', detail: 'the key shopkey: check-failed' } as const
  expect(decodeRun(encodeRun(runOf('7', { refusal })), key).refusal).toEqual({
    code: 'check-failed',
    detail: 'the key [hidden]: [hidden]',
  })
})

test('commands of earlier versions are removed exactly as by a pattern that is too slow for long text', () => {
  const slow = (reason: string): string => reason.replace(/[.;]?\s*[^.;:]*:\s*product-mirror [^;]*/g, '')
  const part = fc.constantFrom('product-mirror ', ':', ': ', ';', '.', ' ', 'a', 'b c', '\n')
  const anyReason = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyReason, (reason) => {
      expect(withoutCommands(reason)).toBe(slow(reason))
    }),
    { numRuns: 500 },
  )
})

test('a reason of an earlier version keeps its text without the commands', () => {
  const place = { key: 'k' }
  const stored = {
    v: 2,
    gtin: '4006381333931',
    language: 'de-de',
    result: 'held',
    reason:
      'the name became empty: the page is left unchanged. If the partner intended this: product-mirror resolve 4006381333931 de-de accept',
  }
  const { reasons } = outcomeShape.decode(JSON.stringify(stored), place)
  expect(reasons).toEqual([{ code: 'text', text: 'the name became empty: the page is left unchanged' }])
  const failing = { count: 1, since: '2026-11-20T04:00:00.000Z', runId: '1', reason: 'returned 500' }
  expect(failingShape.decode(JSON.stringify(failing), place).reasons).toEqual([
    { code: 'text', text: 'returned 500' },
  ])
  const { reason: _, ...without } = stored
  expect(outcomeShape.decode(JSON.stringify(without), place).reasons).toBeUndefined()
})

test.each([
  ['it was deleted from the CMS; product-mirror verify --repair recreates it', 'it was deleted from the CMS'],
  [
    'it carries this record’s block, but the record’s page is 41; it was not edited: product-mirror verify --repair trashes it if the mirror created it',
    'it carries this record’s block, but the record’s page is 41',
  ],
  ['an editor changed title', 'an editor changed title'],
])('a finding of an earlier version keeps its text without the commands: %s', (detail, text) => {
  const stored = { v: 3, path: 'products', kind: 'missing', pageId: 3, detail, repaired: 'written again' }
  expect(findingShape.decode(JSON.stringify(stored), { key: 'k' })).toEqual({
    path: 'products',
    kind: 'missing',
    pageId: 3,
    reason: { code: 'text', text },
    repaired: { code: 'text', text: 'written again' },
  })
})

import { because } from '../../helpers/content/reason-of.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import type { PageState } from '../../../src/core/page/page-state.ts'
import {
  causesOf,
  codeOf,
  isCalm,
  meaningOfState,
  nameOfState,
  recordStates,
  stateOf,
  type StateFacts,
} from '../../../src/core/report/record-state.ts'

const at = '2026-11-20T04:00:00.000Z'
const head = { state: 'mirrored' } as const
const conflict = {
  pageId: 7,
  link: '',
  runId: 'run-1',
  at,
  fields: [{ field: 'title' as const, base: 'a', theirs: 'b', ours: 'c' }],
}
const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: 'run-1', at }
const failing = { count: 3, since: at, runId: 'run-1', reasons: because('returned 500.') }
const quarantined = { ...failing, count: 5, nextTryAt: '2026-11-20T10:00:00.000Z' }
const missingAssets = { assets: [{ url: 'https://partner.example/a.pdf', kind: 'pdf' as const }] }
const deferral = { pageId: 7, since: at, runId: 'run-1' }
const by = 'olive'
const hold = { at, by, kind: 'hold', reason: 'on sale' } as const
const skip = { at, by: 'undo', kind: 'skip', digest: 'd', reason: 'undone with run run-1' } as const
const overwrite: PendingDecision = { at, by, kind: 'overwrite', fields: ['title'], seen: 's' }
const accept = { at, by, kind: 'accept', digest: 'd' } as const
const planned = { runId: 'run-2', kind: 'update' } as const
const pageState = (state: PageState['state']) => ({
  state,
  pageId: 7,
  edited: state === 'edited' ? ['title' as const, 'inner' as const] : [],
  since: at,
})

test.each<[StateFacts, string, RegExp]>([
  [{}, 'none', /^No page: /],
  [{ head }, 'up-to-date', /^The page shows the partner’s data\.$/],
  [{ head: { state: 'retired', retiredTo: 'draft' } }, 'retired', /^Retired \(the page is a draft\)\.$/],
  [{ head: { state: 'retired', retiredTo: 'notice' } }, 'retired', /^Retired \(the page stays public\)\.$/],
  [{ head: { state: 'retired' } }, 'retired', /^Retired\.$/],
  [{ head, pageState: pageState('edited') }, 'edited', /^An editor changed the title, mirrored block \(/],
  [{ head, pageState: { ...pageState('edited'), edited: [] } }, 'edited', /^An editor changed the page \(/],
  [
    { head, missingAssets, pageState: { ...pageState('draft'), awaits: ['image', 'price'] } },
    'draft',
    /^Page 7 is not public: it waits for image and price \(first seen on .*\)\. The run that receives these fields publishes it\.$/,
  ],
  [
    { head, pageState: pageState('draft') },
    'draft',
    /^Page 7 is not public yet \(.*The next run publishes it if/,
  ],
  [{ head, pageState: pageState('hidden') }, 'hidden', /^An editor unpublished page 7 /],
  [{ head, pageState: pageState('trashed') }, 'trashed', /^An editor put page 7 in the trash /],
  [{ head, pageState: pageState('deleted') }, 'deleted', /^An editor deleted page 7 permanently /],
  [{ head, misses: 1 }, 'absent', /in the last run\. The page stays/],
  [{ head, misses: 2 }, 'absent', /in the last 2 runs\. The page stays/],
  [{ head: { ...head, digest: 'older' } }, 'update-pending', /^The page shows an older version of ours /],
  [{ head, planned }, 'update-pending', /^The pending plan of run run-2 would update it\.$/],
  [
    { head, planned: { runId: 'run-2', kind: 'retire', reason: 'left the catalogue' } },
    'update-pending',
    /would retire it: left the catalogue\.$/,
  ],
  [{ planned: { ...planned, kind: 'create' } }, 'update-pending', /would create it/],
  [{ head, deferral }, 'update-pending', /^Deferred since .* Runs after 2026-11-21 03:00 UTC/],
  [{ head, missingAssets }, 'missing-asset', /without 1 file that/],
  [
    { head, outdatedFiles: { urls: ['a', 'b'] } },
    'update-pending',
    /^2 files of the page changed at the partner, or are gone/,
  ],
  [{ head, pending: hold }, 'held', /^Held by olive since 2026-11-20 04:00 UTC: on sale\. /],
  [{ pending: { ...hold, reason: '' } }, 'held', /^Held by olive since 2026-11-20 04:00 UTC\. /],
  [{ head, pending: skip }, 'held', /^The page shows its previous version: undone with run run-1 on /],
  [{ head, suspect }, 'held', /^A new version has been held since .*: the name became empty\./],
  [{ head, suspect, pending: accept }, 'update-pending', /^olive decided on .* to accept/],
  [{ head, pending: { ...accept, released: true } }, 'update-pending', /^olive decided on .* to release/],
  [{ head, conflict }, 'conflict', /^Editor and partner both changed: title\. /],
  [
    { head, pending: { ...skip, fields: ['inner', 'price'] } },
    'held',
    /^The page shows earlier values of mirrored block and price: undone with run run-1 on .*Each stays until the partner sends another value/,
  ],
  [{ head, conflict, pending: skip }, 'conflict', /^Editor and partner both changed/],
  [{ head, conflict, pending: overwrite }, 'update-pending', /^olive decided on .* to overwrite the title/],
  [{ head, failing }, 'failing', /^Failed in 3 runs in a row since .* Last failure: returned 500\.$/],
  [
    { head, failing: { ...failing, count: 1 } },
    'failing',
    /^Failed on 2026-11-20 04:00 UTC: returned 500\.$/,
  ],
  [{ head, failing: { ...failing, count: 0 } }, 'failing', /Many records failed in that run/],
  [{ head, failing: quarantined }, 'quarantined', / In quarantine until 2026-11-20 10:00 UTC\.$/],
])('%o has its state and one sentence with the cause', (facts, state, cause) => {
  expect([stateOf(facts), causesOf(facts)[0]]).toEqual([
    state,
    { state, cause: expect.stringMatching(cause) },
  ])
})

test('a retired page is neither edited nor hidden nor short of a file', () => {
  const retired = { state: 'retired', retiredTo: 'draft' } as const
  expect(stateOf({ head: retired, pageState: pageState('hidden'), missingAssets, misses: 3 })).toBe('retired')
})

const optional = <T>(value: T) => fc.option(fc.constant(value), { nil: undefined })
const anyFacts: fc.Arbitrary<StateFacts> = fc.record({
  head: fc.constantFrom(undefined, head, { state: 'retired' as const, retiredTo: 'draft' as const }),
  planned: optional(planned),
  pageState: fc.constantFrom(
    undefined,
    ...(['edited', 'draft', 'hidden', 'trashed', 'deleted'] as const).map((state) => pageState(state)),
  ),
  conflict: optional(conflict),
  suspect: optional(suspect),
  pending: fc.constantFrom(undefined, hold, skip, overwrite, accept),
  deferral: optional(deferral),
  failing: fc.constantFrom(undefined, failing, quarantined),
  missingAssets: optional(missingAssets),
  misses: fc.nat(3),
})

describe('for any facts', () => {
  test('the state is that of the first cause, and the causes are sorted by severity', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const codes = causesOf(facts).map(({ state }) => codeOf(state))
        expect(codes[0]).toBe(codeOf(stateOf(facts)))
        expect(codes).toEqual(codes.toSorted((a, b) => b - a))
      }),
    )
  })

  test('a record is up to date only if nothing else is known of it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { head: known, misses = 0, ...others } = facts
        const nothing = misses === 0 && Object.values(others).every((value) => value === undefined)
        expect(stateOf(facts) === 'up-to-date').toBe(known?.state === 'mirrored' && nothing)
      }),
    )
  })
})

test('every state has a name and a meaning, and four need no action', () => {
  expect(recordStates.map(nameOfState)).toEqual(
    expect.arrayContaining(['up to date', 'update pending', 'missing asset']),
  )
  expect(Object.keys(meaningOfState)).toEqual([...recordStates])
  expect(recordStates.filter(isCalm)).toEqual(['none', 'retired', 'up-to-date', 'edited'])
})

test.each<[string, StateFacts]>([
  ['an update is planned', { planned }],
  ['its files changed', { outdatedFiles: { urls: ['a'] } }],
  ['a file is missing', { missingAssets }],
  ['the partner did not have it', { misses: 1 }],
  ['it failed', { failing }],
  ['a decision waits', { pending: overwrite }],
])('an edited page is not said to show the partner’s data while %s', (_what, facts) => {
  const causes = causesOf({ head, pageState: pageState('edited'), ...facts }).map(({ cause }) => cause)
  expect(causes).toContainEqual(expect.stringMatching(/The edit stays\.$/))
  expect(causesOf({ head, pageState: pageState('edited') })[0]?.cause).toMatch(
    /the rest shows the partner’s data\.$/,
  )
})

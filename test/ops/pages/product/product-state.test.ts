import { expect, test } from 'vitest'
import type { PendingDecision } from '../../../../src/core/decisions/pending-decision.ts'
import { reasonsOf, stateOf } from '../../../../src/ops/pages/product/product-state.ts'
import type { RecordFacts } from '../../../../src/ops/pages/product/product-facts.ts'
import { key, snapshotOf } from '../../../helpers/content/records.ts'

const [at, by] = ['2026-11-20T04:00:00.000Z', 'olive']
const facts = (pending: PendingDecision) => ({ ...key, snapshot: snapshotOf(), pending }) as RecordFacts

test.each<[PendingDecision, string, RegExp]>([
  [
    { at, by, kind: 'hold', reason: 'on sale' },
    'held',
    /^Held by olive .*: on sale\. .* until it is released\.$/,
  ],
  [
    { at, by: 'undo', kind: 'skip', digest: 'd', reason: 'undone with run 2026-11-20-1' },
    'held',
    /^The page shows its previous version: undone with run 2026-11-20-1 on .* release the record to write the current data now\.$/,
  ],
  [{ at, by, kind: 'accept', digest: 'd' }, 'mirrored', /^olive decided on .* to accept the blocked version/],
  [
    { at, by, kind: 'accept', digest: 'd', released: true },
    'mirrored',
    /^olive decided on .* to release it\. The next run writes the partner’s data\.$/,
  ],
  [
    { at, by, kind: 'overwrite', fields: ['title'], seen: 's' },
    'mirrored',
    /^olive decided on .* to overwrite the title/,
  ],
])('%o is explained', (pending, state, text) => {
  expect(stateOf(facts(pending))).toBe(state)
  expect(reasonsOf(facts(pending))).toEqual([expect.stringMatching(text)])
})

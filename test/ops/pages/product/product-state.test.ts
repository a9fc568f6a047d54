import { expect, test } from 'vitest'
import type { PendingDecision } from '../../../../src/core/decisions/pending-decision.ts'
import { stateOf } from '../../../../src/core/report/record-state.ts'
import { reasonsOf } from '../../../../src/ops/pages/product/product-state.ts'
import type { RecordFacts } from '../../../../src/ops/pages/product/product-facts.ts'
import { key, snapshotOf } from '../../../helpers/content/records.ts'

const [at, by] = ['2026-11-20T04:00:00.000Z', 'olive']
const facts = (pending: PendingDecision): RecordFacts => {
  const snapshot = snapshotOf()
  return { ...key, snapshot, head: snapshot, pending, last: undefined, writtenBy: undefined }
}

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
  [
    { at, by, kind: 'accept', digest: 'd' },
    'update-pending',
    /^olive decided on .* to accept the held version/,
  ],
  [
    { at, by, kind: 'accept', digest: 'd', released: true },
    'update-pending',
    /^olive decided on .* to release it\. The next run writes the partner’s data\.$/,
  ],
  [
    { at, by, kind: 'overwrite', fields: ['title'], seen: 's' },
    'update-pending',
    /^olive decided on .* to overwrite the title/,
  ],
])('%o is explained', (pending, state, text) => {
  expect(stateOf(facts(pending))).toBe(state)
  expect(reasonsOf(facts(pending))).toEqual([expect.stringMatching(text)])
})

import { because } from '../../helpers/content/reason-of.ts'
import { expect, test } from 'vitest'
import { type Blockers, blockedReason } from '../../../src/core/decisions/blocked-write.ts'

const at = '2026-11-20T04:00:00.000Z'
const hold = { kind: 'hold', at, by: 'Ada', reason: 'on sale' } as const
const accept = { kind: 'accept', at, by: 'Ada', digest: 'd2' } as const
const suspect = { digest: 'd2', blanks: { code: 'name' as const }, runId: 'run-1', at }
const failing = { count: 5, since: at, runId: 'run-1', reasons: because('returned 500') }
const quarantined = { ...failing, nextTryAt: '2026-11-20T10:00:00.000Z' }

test.each<[string, Partial<Blockers>, string | undefined]>([
  ['nothing', {}, undefined],
  ['a hold', { pending: hold, failing: quarantined, suspect }, 'held'],
  ['a quarantine', { failing: quarantined, suspect }, 'quarantined'],
  ['a suspect version', { suspect, failing }, 'suspect'],
  ['a suspect version that a person accepted', { suspect, pending: accept }, undefined],
  ['failures without a quarantine', { failing }, undefined],
])('a page with %s', (_, blockers, code) => {
  const none = { pending: undefined, suspect: undefined, failing: undefined }
  const reason = blockedReason({ ...none, ...blockers }, new Date('2026-11-20T05:00:00Z'))
  expect(reason?.code).toBe(code)
})

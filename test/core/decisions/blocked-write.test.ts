import { expect, test } from 'vitest'
import { type Blockers, explainBlockedWrite } from '../../../src/core/decisions/blocked-write.ts'
import { key } from '../../helpers/content/records.ts'

const at = '2026-11-20T04:00:00.000Z'
const hold = { kind: 'hold', at, by: 'Ada', reason: 'on sale' } as const
const accept = { kind: 'accept', at, by: 'Ada', digest: 'd2' } as const
const suspect = { digest: 'd2', reason: 'the name would become empty', runId: 'run-1', at }
const failing = { count: 5, since: at, runId: 'run-1', reason: 'returned 500' }
const quarantined = { ...failing, nextTryAt: '2026-11-20T10:00:00.000Z' }

test.each<[string, Partial<Blockers>, RegExp | undefined]>([
  ['nothing', {}, undefined],
  ['a hold', { pending: hold, failing: quarantined, suspect }, /release/],
  ['a quarantine', { failing: quarantined, suspect }, /retry/],
  ['a suspect version', { suspect, failing }, /accept/],
  ['a suspect version that a person accepted', { suspect, pending: accept }, undefined],
  ['failures without a quarantine', { failing }, undefined],
])('a page with %s', (_, blockers, command) => {
  const none = { pending: undefined, suspect: undefined, failing: undefined }
  const reason = explainBlockedWrite(key, { ...none, ...blockers }, new Date('2026-11-20T05:00:00Z'))
  if (command === undefined) expect(reason).toBeUndefined()
  else expect(reason).toMatch(command)
})

import { toBody } from '../../src/ops/notices/notice-body.ts'
import { toNotice, type NoticeEvent } from '../../src/ops/notices/notice.ts'
import type { Run } from '../../src/core/run/run.ts'
import { aHeldRun, aRun } from '../../test/ops/start-ops.ts'

const reasons = [
  { reason: 'the partner returned 503: Service unavailable', records: 2 },
  {
    reason:
      'the record does not match the partner’s API: name is null instead of a text. Ask the partner to fix it',
    records: 1,
  },
]
const over = [{ event: 'partial', runId: '2026-11-19-1', digest: '' }]
const { counts } = aRun()
const none = { count: 0, shown: [] }
const partner = { count: 1, shown: ['4006381333931/de-de'] }
const refusal = { code: 'changed', planned: 419, partner, catalog: none, cms: none } as const

const runs: Record<NoticeEvent, Run> = {
  failed: aRun({
    state: 'failed',
    counts: { ...counts, created: 0, updated: 0, retired: 0, failed: 0 },
    failure: {
      cause: 'partner',
      message:
        'The partner refuses the token (401: Invalid token.). Check PARTNER_TOKEN, and that it may read product data.',
    },
  }),
  partial: aRun({ state: 'partial', counts: { ...counts, failed: 3 } }),
  held: aHeldRun({ planDigest: 'Fv0mLr0J1tPqZkqB7nN2xY5oQm8wC3sD4eR6tU9iO1A' }),
  refused: aHeldRun({ refusal }),
  superseded: aHeldRun({ state: 'superseded', supersededBy: '2026-11-20-3' }),
  drift: aRun({
    kind: 'verify',
    findings: { edited: 2, moved: 1 },
    counts: { ...counts, created: 0, updated: 0, unchanged: 12_345, retired: 0, failed: 0 },
  }),
  recovered: aRun({ counts: { ...counts, failed: 0 } }),
}

/** One notice of each kind, indented as in the documentation. */
export function noticeExamples(): Record<string, string> {
  const at = new Date('2026-11-20T05:01:31.000Z')
  const bodyOf = (format: 'json' | 'chat', event: NoticeEvent): string => {
    const run = runs[event]
    const about = { mirror: 'default', run, notice: toNotice(event, run, { reasons, over }), reasons, at }
    return JSON.stringify(JSON.parse(toBody(format, about)), null, 2)
  }
  const events = Object.keys(runs) as NoticeEvent[]
  return {
    ...Object.fromEntries(events.map((event) => [`run.${event}`, bodyOf('json', event)])),
    chat: bodyOf('chat', 'partial'),
  }
}

import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { toBody } from '../../src/ops/notices/notice-body.ts'
import { toNotice, type NoticeEvent } from '../../src/ops/notices/notice.ts'
import type { Run } from '../../src/core/run/run.ts'
import { aHeldRun, aRun } from '../../test/ops/start-ops.ts'

const reasons = [
  { reason: 'the partner returned 503: Service unavailable', records: 2 },
  { reason: 'the record does not match the partner’s API: name is null instead of a text', records: 1 },
]
const { counts } = aRun()

const runs = {
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
  drift: aRun({
    kind: 'verify',
    findings: { edited: 2, moved: 1 },
    counts: { ...counts, created: 0, updated: 0, unchanged: 12_345, retired: 0, failed: 0 },
  }),
} satisfies Partial<Record<NoticeEvent, Run>>
type Example = keyof typeof runs

/** Fields of every notice that only the first example shows. */
const common: ReadonlySet<string> = new Set(['runId', 'createdAt', 'finishedAt', 'counts'])
const Body = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

/**
 * The notices with fields of their type: the one of a failed run is whole; of the others, the type and the fields of
 * `data` that differ. The one for a chat is whole, too.
 */
export function noticeExamples(): Record<string, string> {
  const at = new Date('2026-11-20T05:01:31.000Z')
  const bodyOf = (format: 'json' | 'chat', event: Example): unknown => {
    const run = runs[event]
    const notice = toNotice(event, run, { reasons, over: [], namedMirror: undefined })
    const about = { mirror: 'default', run, notice, reasons, at }
    return JSON.parse(toBody(format, about))
  }
  const first = Body.parse(bodyOf('json', 'failed')).data
  const differencesOf = (event: Example): unknown => {
    const { type, data } = Body.parse(bodyOf('json', event))
    const differing = Object.entries(data).filter(
      ([name, value]) => !common.has(name) && !isDeepStrictEqual(value, first[name]),
    )
    return { type, data: Object.fromEntries(differing) }
  }
  const examples = {
    'run.failed': bodyOf('json', 'failed'),
    'run.partial': differencesOf('partial'),
    'run.held': differencesOf('held'),
    'run.drift': differencesOf('drift'),
    chat: bodyOf('chat', 'partial'),
  }
  return Object.fromEntries(
    Object.entries(examples).map(([name, body]) => [name, JSON.stringify(body, null, 2)]),
  )
}

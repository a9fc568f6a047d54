import { describePlan } from '../../core/plan/describe-plan.ts'
import { withoutApproval } from '../../core/plan/guards.ts'
import { plural } from '../../core/record/plural.ts'
import type { FailureReason } from './failure-reasons.ts'
import type { SentNotice } from '../../sync/ports/notices.ts'
import type { Run } from '../../core/record/run.ts'

export type NoticeEvent = 'failed' | 'partial' | 'held' | 'refused' | 'superseded' | 'drift' | 'recovered'

/** What people are told of a run: what happened and why, what to do, and what to type. */
export type Notice = { event: NoticeEvent; message: string; action: string; command?: string }

/** What a run alone does not tell. */
export type Background = {
  /** Why records failed, the most frequent reason first. */
  reasons: readonly FailureReason[]
  /** The troubles that are over now. */
  over: readonly SentNotice[]
}

/** What a run's end, or its wait, is to people; undefined when there is nothing to tell. */
export function eventOf(run: Run): NoticeEvent | undefined {
  switch (run.state) {
    case 'held':
      return run.refusal === undefined ? 'held' : 'refused'
    case 'done':
      return Object.keys(run.findings ?? {}).length > 0 ? 'drift' : 'recovered'
    case 'failed':
    case 'partial':
    case 'superseded':
      return run.state
    case 'planning':
    case 'writing':
    case 'planned':
    case 'cancelled':
      return undefined
  }
}

/** Puts an event into words. */
export function toNotice(event: NoticeEvent, run: Run, { reasons, over }: Background): Notice {
  const said = words[event](run, reasons, over)
  return { event, ...said }
}

type Words = (
  run: Run,
  reasons: readonly FailureReason[],
  over: readonly SentNotice[],
) => Omit<Notice, 'event'>

const words: Record<NoticeEvent, Words> = {
  failed: (run) => ({
    message: `The ${run.kind} run ${run.id} failed: ${run.failure?.message ?? 'its job gave up; the log says why.'}`,
    action: failedAction[run.failure?.cause ?? 'redis'],
    command: 'product-mirror doctor',
  }),
  partial: ({ kind, id, counts }, reasons) => ({
    message: `The ${kind} run ${id} is done, but for ${counts.failed} of ${counts.records} ${plural(counts.records, 'record')}: ${listReasons(reasons)}.`,
    action: 'Their pages stay as they are, and the next run tries again. See which records fail, and why.',
    command: 'product-mirror status --failing',
  }),
  held: ({ id, guards, planned }) => ({
    message: `Run ${id} is held and has written nothing. ${guards.map(({ message }) => withoutApproval(message)).join(' ')}`,
    action: `If this is wanted (${describePlan(planned)}), approve exactly this plan; if not, cancel it.`,
    command: `product-mirror approve ${id}`,
  }),
  refused: ({ id, refusal = '' }) => {
    const command = /product-mirror (?:sync|verify --repair|approve \S+)$/.exec(refusal)?.[0]
    return {
      message: `The approval of run ${id} was refused. ${refusal}`,
      action: 'The plan waits as before.',
      command: command ?? 'product-mirror sync',
    }
  },
  superseded: ({ id, supersededBy = 'a later run' }) => ({
    message: `Run ${supersededBy} took the place of the plan of run ${id}, which nobody had approved. Nothing of it was written.`,
    action: 'The next run plans anew.',
    command: 'product-mirror status',
  }),
  drift: ({ id, findings = {} }) => {
    const found = Object.entries(findings).map(([kind, count]) => `${count} ${kind}`)
    return {
      message: `Run ${id} found pages that are not as the mirror left them: ${found.join(', ')}.`,
      action: 'Nothing was changed by that. See which pages, and what can be repaired.',
      command: 'product-mirror verify',
    }
  },
  recovered: ({ kind, id }, _, over) => ({
    message: `All is well again: the ${kind} run ${id} is done. Before, ${over.map(({ event, runId }) => before[event]?.(runId) ?? `run ${runId} was ${event}`).join(', and ')}.`,
    action: 'There is nothing to do.',
  }),
}

const before: Readonly<Record<string, (runId: string) => string>> = {
  failed: (runId) => `run ${runId} had failed`,
  partial: (runId) => `run ${runId} had ended with failed records`,
  held: (runId) => `the plan of run ${runId} was held`,
  drift: (runId) => `run ${runId} had found pages changed`,
}

const failedAction: Record<NonNullable<Run['failure']>['cause'], string> = {
  partner: 'Pages stay as they are. Check the partner; the next run starts anew.',
  cms: 'What was written stays. Check the CMS; the next run does the rest.',
  redis: 'What was written stays. Check Redis and the log; the next run does the rest.',
  config: 'Pages stay as they are. Repair the configuration; the next run starts anew.',
}

const shownReasons = 3

function listReasons(reasons: readonly FailureReason[]): string {
  if (reasons.length === 0) return 'the report says why'
  const shown = reasons.slice(0, shownReasons)
  const rest = reasons.length - shown.length
  const texts = shown.map(({ reason, records }) => `${records} × ${reason.replace(/\.$/, '')}`)
  return `${texts.join('; ')}${rest > 0 ? `; and ${rest} other ${plural(rest, 'reason')}` : ''}`
}

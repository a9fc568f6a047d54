import { describeChanges, describeDifference } from '../../core/report/run-counts.ts'
import { plural } from '../../core/text/plural.ts'
import { commandText, type Command } from '../../core/reasons/command.ts'
import { nextCommand, planCommands } from '../../core/run/plan-commands.ts'
import { listPatterns } from '../../core/report/plan-patterns.ts'
import { describeRun, remedyOf, titleOf } from '../../core/report/run-summary.ts'
import type { FailureReason } from './failure-reasons.ts'
import type { SentNotice } from '../../sync/ports/stored.ts'
import type { Run } from '../../core/run/run.ts'
import { guardText } from '../../core/report/guard-text.ts'
import { refusalText } from '../../core/report/refusal-text.ts'
import { compact } from '../../lib/compact.ts'

export type NoticeEvent = 'failed' | 'partial' | 'held' | 'refused' | 'superseded' | 'drift' | 'recovered'

/** A message about a run: the event and its reason, the remedy, and the command for it. */
export type Notice = {
  event: NoticeEvent
  message: string
  action: string
  command?: string
  link?: string
}

/** The content of a notice beyond the run's report. */
export type Background = {
  /** Why records failed, the most frequent reason first. */
  reasons: readonly FailureReason[]
  /** The problems that have ended. */
  over: readonly SentNotice[]
  /** The mirror that commands must name. */
  namedMirror: string | undefined
}

/** The event for a run's state; undefined if no notice is due. */
export function eventOf(run: Run): NoticeEvent | undefined {
  switch (run.state) {
    case 'held':
      return run.refusal === null ? 'held' : 'refused'
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

/** The dashboard page for a notice; `publicUrl` ends without a slash. */
export function linkOf(publicUrl: string, event: NoticeEvent, run: Run): string {
  const listsRecords = event === 'partial' && !isWithoutFilesOnly(run)
  return listsRecords ? `${publicUrl}/coverage?state=failing` : `${publicUrl}/runs/${run.id}`
}

function isWithoutFilesOnly({ counts, unfetched = 0 }: Run): boolean {
  return counts.failed + counts.notPlanned === 0 && unfetched > 0
}

export function toNotice(event: NoticeEvent, run: Run, background: Background): Notice {
  const { message, action, argv } = words[event](run, background)
  const command = argv && commandText({ argv }, background.namedMirror)
  return compact({ event, message, action, command })
}

type Words = (
  run: Run,
  background: Background,
) => Pick<Notice, 'message' | 'action'> & Partial<Pick<Command, 'argv'>>

const words: Record<NoticeEvent, Words> = {
  failed: (run) => ({
    message: `${titleOf(run)} failed: ${run.failure?.message ?? 'its job gave up; see the log.'}`,
    action: remedyOf(run),
    argv: ['doctor'],
  }),
  partial: (run, { reasons }) =>
    isWithoutFilesOnly(run)
      ? {
          message: describeRun(run),
          action: 'The next run fetches them. Check the server of the files if this continues.',
          argv: ['status'],
        }
      : {
          message: `${describeRun(run)} ${listReasons(reasons)}.`,
          action:
            'Their pages are unchanged; the next run retries. List the failed records and their reasons.',
          argv: ['status', '--failing'],
        },
  held: (run, { namedMirror }) => ({
    message: [
      describeRun(run),
      ...run.guards.map((verdict) => guardText(verdict, 'would', namedMirror)),
      ...(run.summary === undefined ? [] : [`Changes: ${listPatterns(run.summary, shownPatterns)}.`]),
      ...(run.difference === undefined ? [] : [`${describeDifference(run.difference)}.`]),
    ].join(' '),
    action: `If you want these changes (${describeChanges(run.planned)}), approve exactly this plan; otherwise cancel it.`,
    argv: planCommands(run).approve.argv,
  }),
  refused: (run, { namedMirror }) => {
    const why = run.refusal === null ? '' : ` ${refusalText(run.refusal, run, namedMirror)}`
    return {
      message: `The approval of run ${run.id} was refused.${why}`,
      action: 'The plan still waits for approval.',
      argv: nextCommand(run).argv,
    }
  },
  superseded: (run) => ({
    message: describeRun(run),
    action: 'The next run makes a new plan.',
    argv: ['status'],
  }),
  drift: (run) => ({
    message: describeRun(run),
    action: run.repair
      ? 'The remaining differences need a decision: the mirror does not undo edits. List the pages.'
      : 'List the pages and what can be repaired.',
    argv: ['verify'],
  }),
  recovered: (run, { over }) => ({
    message: `${describeRun(run)} Resolved: ${over.map(({ event, runId }) => before[event]?.(runId) ?? `run ${runId} was ${event}`).join('; ')}.`,
    action: 'No action needed.',
  }),
}

const before: Readonly<Record<string, (runId: string) => string>> = {
  failed: (runId) => `run ${runId} had failed`,
  partial: (runId) => `run ${runId} had finished only in part`,
  held: (runId) => `the plan of run ${runId} was held`,
  drift: (runId) => `run ${runId} had found drift`,
}

const shownReasons = 3
const shownPatterns = 3

function listReasons(reasons: readonly FailureReason[]): string {
  if (reasons.length === 0) return 'See the report for the reasons'
  const shown = reasons.slice(0, shownReasons)
  const rest = reasons.length - shown.length
  const texts = shown.map(({ reason, records }) => `${records} × ${reason.replace(/\.$/, '')}`)
  return `Reasons: ${texts.join('; ')}${rest > 0 ? `; and ${rest} other ${plural(rest, 'reason')}` : ''}`
}

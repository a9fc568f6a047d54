import type { Run } from '../../core/run/run.ts'
import { toJson } from '../../lib/text/json.ts'
import { toChat } from './chat-text.ts'
import type { FailureReason } from './failure-reasons.ts'
import type { Notice } from './notice.ts'
import { compact } from '../../lib/compact.ts'

export type NoticeFormat = 'json' | 'chat'

type About = { mirror: string; run: Run; notice: Notice; reasons: readonly FailureReason[]; at: Date }

/** Receivers limit the size of a body. */
const keptReasons = 10

/**
 * The body of a notice, as documented in `docs/notifications.md`: fields for programs, or one text for a
 * chat.
 */
export function toBody(format: NoticeFormat, about: About): string {
  return toJson(format === 'chat' ? { text: toText(about) } : toEvent(about))
}

function toText({ mirror, notice: { event, message, action, command, link } }: About): string {
  const todo = command === undefined ? action : `${action} Run: ${command}`
  return `[${mirror}] ${event}: ${toChat(message)}\n${toChat(todo)}${link === undefined ? '' : `\n${link}`}`
}

function toEvent({ mirror, run, notice, reasons, at }: About) {
  const { event, message, action, command, link } = notice
  const { id: runId, kind, trigger, state, createdAt, finishedAt, counts, planned } = run
  return {
    type: `run.${event}`,
    timestamp: at.toISOString(),
    data: compact({
      mirror,
      runId,
      message,
      action,
      command,
      link,
      kind,
      trigger,
      state,
      createdAt,
      finishedAt,
      counts,
      ...(event === 'held' && {
        planned,
        planDigest: run.planDigest,
        ...(run.summary && { summary: run.summary }),
      }),
      ...(event === 'failed' && { cause: run.failure?.cause }),
      ...(event === 'drift' && { findings: run.findings }),
      ...(event === 'superseded' && { supersededBy: run.supersededBy }),
      ...(event === 'partial' && { reasons: reasons.slice(0, keptReasons) }),
    }),
  }
}

import type { FailingList } from '../../../core/decisions/quarantine.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Waiting } from '../../../core/decisions/waiting.ts'
import { excerptOf, isUndecided } from '../../../core/decisions/waiting.ts'
import type { Run } from '../../../core/record/run.ts'
import { formatCount, formatTime } from '../../http/format.ts'

/** A record as a link to its place on the product’s page. */
export type RecordLink = { text: string; url: string }

/** What waits for people, ready to be shown. */
export type WaitingParts = {
  failing: { reason: string; count: string; some: RecordLink[]; more: string; quarantined: string }[]
  waiting: { record: RecordLink; what: string; detail: string }[]
  /** Records beyond those that are shown; empty when all are. */
  moreWaiting: string
  findings: { runId: string; url: string; at: string; counts: string; repaired: string } | undefined
}

const recordsShown = 3
const reasonsShown = 6
const waitingShown = 6

/** Links to a record on its product’s page. */
export function linkTo(record: RecordKey): RecordLink {
  return { text: recordId(record), url: `/products/${record.gtin}?language=${record.language}` }
}

/** Groups what waits by what it waits for. */
export function toWaitingParts(
  failing: FailingList,
  { waiting, more }: { waiting: readonly Waiting[]; more: boolean },
  runs: readonly Run[],
): WaitingParts {
  const asked = waiting.filter(isUndecided)
  const beyond = asked.length - waitingShown
  return {
    failing: byReason(failing),
    waiting: asked.slice(0, waitingShown).map(toWaitingRow),
    moreWaiting:
      beyond > 0 || more ? `and ${more ? 'more than ' : ''}${formatCount(Math.max(beyond, 1))} more` : '',
    findings: lastFindings(runs),
  }
}

function byReason({ failing }: FailingList): WaitingParts['failing'] {
  const groups = [...Map.groupBy(failing, ({ reason }) => reason)]
  return groups
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, reasonsShown)
    .map(([reason, records]) => {
      const resting = records.filter(({ nextTryAt }) => nextTryAt !== undefined).length
      const rest = records.length - recordsShown
      return {
        reason,
        count: formatCount(records.length),
        some: records.slice(0, recordsShown).map(linkTo),
        more: rest > 0 ? `and ${formatCount(rest)} more` : '',
        quarantined: resting === 0 ? '' : `${formatCount(resting)} in quarantine`,
      }
    })
}

function toWaitingRow(waiting: Waiting): WaitingParts['waiting'][number] {
  const { text, url } = linkTo(waiting)
  const record = { text, url: `${url}#decide-${waiting.language}` }
  const { conflict, suspect } = waiting
  if (conflict === undefined) return { record, what: 'blanked', detail: suspect?.reason ?? '' }
  const [first] = conflict.fields
  const detail = first === undefined ? '' : sayExcerpt(excerptOf(first))
  return { record, what: `conflict: ${conflict.fields.map(({ field }) => field).join(', ')}`, detail }
}

function sayExcerpt({ theirs, ours }: { theirs: string; ours: string }): string {
  return `editor: ${theirs} · partner: ${ours}`
}

function lastFindings(runs: readonly Run[]): WaitingParts['findings'] {
  const run = runs.find(({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt)
  if (run === undefined) return undefined
  return {
    runId: run.id,
    url: `/runs/${encodeURIComponent(run.id)}`,
    at: formatTime(run.finishedAt ?? run.createdAt),
    counts: sayCounts(run.findings),
    repaired: sayCounts(run.repaired),
  }
}

/** `3 edited, 1 missing`; empty when there are none. */
function sayCounts(counts: Readonly<Record<string, number>> = {}): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${formatCount(count)} ${kind}`)
    .join(', ')
}

/** Pages that the last finished verify found changed and nobody repaired. */
export function countDrift(runs: readonly Run[]): number {
  const run = runs.find(({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt)
  return Object.values(run?.findings ?? {}).reduce((sum, count) => sum + count, 0)
}

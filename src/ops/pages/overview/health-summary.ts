import { plural } from '../../../core/record/plural.ts'
import type { Run } from '../../../core/record/run.ts'
import { countOf, formatDuration } from '../../../core/report/format.ts'
import { outageMessages, pausedByRedis, type Outages } from '../../../core/report/pauses.ts'
import { describeRun } from '../../../core/report/run-summary.ts'
import { explainNotStarted } from '../../health/explain-not-started.ts'
import { isActive } from '../../live/run-report.ts'
import { runUrl, type Link } from '../shared/links.ts'

/** The state of the mirror in a few sentences, with links to every problem. */
export type HealthSummary = { tone: 'good' | 'warn' | 'bad' | 'still'; text: string; links: Link[] }

/** The input of the summary; counts of records, times in milliseconds. */
export type HealthInput = {
  mirrored: number
  languages: number
  /** Newest first. */
  runs: readonly Run[]
  held: number
  failing: number
  conflicts: number
  suspects: number
  drift: number
  /** Records that a hold or an undo keeps unchanged. */
  kept: number
  /** Whether there are more than `kept`. */
  moreKept: boolean
  workersRunning: boolean
  /** Why the mirror did not start. */
  startFault?: string | undefined
  /** Why Redis must not be written to. */
  writeFault: string | undefined
  outages: Outages
  scheduled: boolean
  now: number
}

/** Without a sentence, another problem covers this one, which only adds a link. */
type Problem = { tone: 'warn' | 'bad'; sentence: string | undefined; link: Link }

/** One day, for a daily run, and two hours. */
const lateAfterMs = 26 * 3_600_000

const ended: ReadonlySet<Run['state']> = new Set(['done', 'partial', 'failed', 'cancelled'])

export function summarizeHealth(input: HealthInput): HealthSummary {
  const { mirrored, languages, runs, kept, moreKept } = input
  const last = runs.find(({ state, kind }) => kind !== 'plan' && ended.has(state))
  const problems = findProblems(input, last)
  if (problems.length > 0) {
    const tone = problems.some((problem) => problem.tone === 'bad') ? 'bad' : 'warn'
    const head = tone === 'bad' ? 'Problems found.' : 'Action needed.'
    const text = [head, ...problems.flatMap(({ sentence }) => sentence ?? [])].join(' ')
    return { tone, text, links: problems.map(({ link }) => link) }
  }
  if (mirrored === 0 && last === undefined) {
    const why = runs.some(isActive) ? 'The first run is active.' : 'No run has started.'
    return { tone: 'still', text: `Nothing is mirrored yet. ${why}`, links: [] }
  }
  const all = `${countOf(mirrored, 'record')} in ${countOf(languages, 'language')} ${plural(mirrored, 'is', 'are')} mirrored.`
  const some = `${moreKept ? 'More than ' : ''}${countOf(kept, 'record')} ${plural(kept, 'is', 'are')} held or undone.`
  return {
    tone: 'good',
    text: `Healthy: ${all}${kept > 0 ? ` ${some}` : ''} No action needed.`,
    links: kept > 0 ? [{ text: 'Held records', url: '/coverage?state=held' }] : [],
  }
}

function findProblems(input: HealthInput, last: Run | undefined): Problem[] {
  const { held, conflicts, suspects, drift, failing, runs, scheduled, now } = input
  const success = runs.find(({ kind, state }) => kind === 'sync' && state === 'done') ?? runs.at(-1)
  const lateMs = success === undefined ? 0 : now - Date.parse(success.finishedAt ?? success.createdAt)
  const late = formatDuration(lateMs / 1000)
  const needs = (count: number): string => plural(count, 'needs', 'need')
  const suspicious = `${countOf(suspects, 'version')} with emptied fields ${needs(suspects)} a decision.`
  const failed = `${countOf(failing, 'record')} ${plural(failing, 'is', 'are')} failing.`
  // The sentence about the last run counts the same records.
  const isCovered = last?.state === 'partial' && last.counts.failed === failing
  return [
    input.writeFault !== undefined && bad(pausedByRedis(input.writeFault), 'Readiness', '/readyz'),
    !input.workersRunning && bad(notRunning(input), 'Readiness', '/readyz'),
    ...outageMessages(input.outages, now).map(([upstream, message]) =>
      bad(message, upstream === 'cms' ? 'CMS' : 'Partner', '#facts'),
    ),
    last?.state === 'failed' && bad(describeRun(last), `Run ${last.id}`, runUrl(last.id)),
    last?.state === 'partial' && warn(describeRun(last), `Run ${last.id}`, runUrl(last.id)),
    scheduled && lateMs > lateAfterMs && bad(`No run has succeeded for ${late}.`, 'Last runs', '#runs'),
    held > 0 && warn(`${countOf(held, 'plan')} ${needs(held)} approval.`, 'Held plans', '#held'),
    failing > 0 && warn(isCovered ? undefined : failed, 'Failed records', '#failing'),
    conflicts > 0 &&
      warn(`${countOf(conflicts, 'conflict')} ${needs(conflicts)} a decision.`, 'Conflicts', '#decisions'),
    suspects > 0 && warn(suspicious, 'Emptied fields', '#decisions'),
    drift > 0 && warn(`${countOf(drift, 'page')} with drift.`, 'Drift', '#findings'),
  ].filter((problem) => problem !== false)
}

function notRunning({ startFault }: HealthInput): string {
  return startFault === undefined
    ? 'The workers of this process are not running.'
    : explainNotStarted(startFault)
}

function warn(sentence: string | undefined, text: string, url: string): Problem {
  return { tone: 'warn', sentence, link: { text, url } }
}

function bad(sentence: string, text: string, url: string): Problem {
  return { tone: 'bad', sentence, link: { text, url } }
}

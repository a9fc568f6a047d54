import { plural } from '../../../core/record/plural.ts'
import type { Run } from '../../../core/record/run.ts'
import { formatCount, formatDuration } from '../../http/format.ts'
import { isActive } from '../../live/run-report.ts'

/** The state of the mirror in a sentence or two, with links to every problem. */
export type HealthSummary = {
  tone: 'good' | 'warn' | 'bad' | 'still'
  text: string
  links: { label: string; url: string }[]
}

/** What the summary is made from; counts of records, times in milliseconds. */
export type HealthInput = {
  mirrored: number
  languages: number
  /** Newest first. */
  runs: readonly Run[]
  /** Held plans. */
  held: number
  failing: number
  conflicts: number
  suspects: number
  drift: number
  /** Records that a hold or an undo keeps as they are. */
  kept: number
  /** There are more than `kept`. */
  moreKept: boolean
  workersRunning: boolean
  scheduled: boolean
  now: number
}

/** Without `text`, another problem covers it and this one adds only a link. */
type Problem = { tone: 'warn' | 'bad'; text: string | undefined; label: string; url: string }

/** A daily run and two hours. */
const lateAfterMs = 26 * 3_600_000

const ended: ReadonlySet<Run['state']> = new Set(['done', 'partial', 'failed', 'cancelled'])
const lists = new Intl.ListFormat('en', { type: 'conjunction' })

/** Summarizes the state of the mirror. */
export function summarizeHealth(input: HealthInput): HealthSummary {
  const { mirrored, languages, runs, kept, moreKept } = input
  const problems = findProblems(input)
  if (problems.length > 0) {
    const tone = problems.some((problem) => problem.tone === 'bad') ? 'bad' : 'warn'
    const text = lists.format(problems.flatMap((problem) => problem.text ?? []))
    return {
      tone,
      text: `${tone === 'bad' ? 'Problems found' : 'Action needed'}: ${text}.`,
      links: problems.map(({ label, url }) => ({ label, url })),
    }
  }
  if (mirrored === 0 && lastEnded(runs) === undefined) {
    const why = runs.some(isActive) ? 'The first run is active.' : 'No run has started.'
    return { tone: 'still', text: `Nothing is mirrored yet. ${why}`, links: [] }
  }
  const all = `${counted(mirrored, 'record')} in ${counted(languages, 'language')} ${plural(mirrored, 'is', 'are')} mirrored.`
  const some = `${moreKept ? 'More than ' : ''}${counted(kept, 'record')} ${plural(kept, 'is', 'are')} held or undone.`
  return {
    tone: 'good',
    text: `Healthy: ${all}${kept > 0 ? ` ${some}` : ''} No action needed.`,
    links: kept > 0 ? [{ label: 'Held records', url: '/coverage?state=held' }] : [],
  }
}

function findProblems(input: HealthInput): Problem[] {
  const { held, conflicts, suspects, drift } = input
  const needs = (count: number): string => plural(count, 'needs', 'need')
  const emptied = `${counted(suspects, 'version')} with emptied fields ${needs(suspects)} a decision`
  return [
    ...(input.workersRunning
      ? []
      : [bad('the workers of this process are not running', 'Readiness', '/readyz')]),
    ...lastRunProblem(input),
    ...lateProblem(input),
    ...(held > 0 ? [warn(`${counted(held, 'plan')} ${needs(held)} approval`, 'Held plans', '#held')] : []),
    ...failingProblem(input),
    ...(conflicts > 0
      ? [warn(`${counted(conflicts, 'conflict')} ${needs(conflicts)} a decision`, 'Conflicts', '#decisions')]
      : []),
    ...(suspects > 0 ? [warn(emptied, 'Emptied fields', '#decisions')] : []),
    ...(drift > 0 ? [warn(`${counted(drift, 'page')} with drift`, 'Drift', '#findings')] : []),
  ]
}

function warn(text: string | undefined, label: string, url: string): Problem {
  return { tone: 'warn', text, label, url }
}

function bad(text: string, label: string, url: string): Problem {
  return { tone: 'bad', text, label, url }
}

function lastEnded(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state, kind }) => kind !== 'plan' && ended.has(state))
}

function lastRunProblem({ runs }: HealthInput): Problem[] {
  const last = lastEnded(runs)
  if (last === undefined || last.state === 'done' || last.state === 'cancelled') return []
  const url = `/runs/${encodeURIComponent(last.id)}`
  const label = `Run ${last.id}`
  return last.state === 'partial'
    ? [warn(`${counted(last.counts.failed, 'record')} failed in the last run`, label, url)]
    : [bad('the last run failed', label, url)]
}

function lateProblem({ runs, scheduled, now }: HealthInput): Problem[] {
  const oldest = runs.at(-1)
  if (!scheduled || oldest === undefined) return []
  const success = runs.find(({ kind, state }) => kind === 'sync' && state === 'done')
  const since = Date.parse((success ?? oldest).finishedAt ?? oldest.createdAt)
  return now - since > lateAfterMs
    ? [bad(`no successful run for ${formatDuration((now - since) / 1000)}`, 'Last runs', '#runs')]
    : []
}

/** Without a text when the last run's problem counts the same records. */
function failingProblem({ failing, runs }: HealthInput): Problem[] {
  if (failing === 0) return []
  const last = lastEnded(runs)
  const isCovered = last?.state === 'partial' && last.counts.failed === failing
  const text = `${counted(failing, 'record')} ${plural(failing, 'is', 'are')} failing`
  return [warn(isCovered ? undefined : text, 'Failed records', '#failing')]
}

/** `1,200 records` */
function counted(count: number, word: string): string {
  return `${formatCount(count)} ${plural(count, word)}`
}

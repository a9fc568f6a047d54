import { commandText, type Command } from '../reasons/command.ts'
import { plural } from '../text/plural.ts'
import type { Run } from '../run/run.ts'
import { countOf, formatTime, listCounts } from '../text/format.ts'
import { pauseText, type Pause } from '../report/pauses.ts'
import { nextCommand } from '../run/plan-commands.ts'
import { describeChanges } from '../report/run-counts.ts'
import { describeWork } from '../report/run-summary.ts'
import { sentenceOf } from '../report/sentence.ts'
import { problemKinds, type ProblemKind } from './problem-kinds.ts'

/** A problem of a mirror with its numbers. */
export type Problem =
  | Extract<Pause, { code: 'redis-paused' | 'outage' }>
  | { code: 'not-started'; fault: string }
  | { code: 'workers-stopped' }
  | { code: 'run-failed' | 'run-interrupted' | 'run-partial' | 'plan-held' | 'drift'; run: Run }
  | { code: 'schedule-missed' | 'run-late'; scheduled: Date }
  | { code: 'undecided' | 'records-failing' | 'files-missing' | 'links-outdated'; count: number }

/** A problem in words, with the commands that solve it and the place in the dashboard that shows it. */
export type ProblemView = (typeof problemKinds)[ProblemKind] & {
  kind: ProblemKind
  text: string
  commands: readonly Pick<Command, 'argv'>[]
  link: { text: string; url: string }
}

/** The view of a problem; `now` in milliseconds since 1970. */
export function viewOfProblem(problem: Problem, now: number): ProblemView {
  switch (problem.code) {
    case 'redis-paused':
      return view('error', pauseText(problem, now), readiness)
    case 'not-started':
      return view('error', notStartedText(problem.fault), readiness)
    case 'workers-stopped':
      return view('error', 'the workers of this process are not running', readiness)
    case 'outage': {
      const name = problem.upstream === 'cms' ? 'CMS' : 'Partner'
      return view(problem.upstream, pauseText(problem, now), { text: name, url: '#facts' })
    }
    case 'run-failed': {
      const { id } = problem.run
      const { cause, message } = failureOf(problem.run)
      return view(kindOfCause[cause], `run ${id} failed: ${message}`, linkToRun(id))
    }
    case 'schedule-missed': {
      const text = `no process is alive to start the run scheduled for ${toTime(problem.scheduled)}`
      return view('error', text, lastRuns, [{ argv: ['daemon'] }])
    }
    case 'run-late': {
      const text = `the run scheduled for ${toTime(problem.scheduled)} has not succeeded`
      return view('error', text, lastRuns, [{ argv: ['sync'] }])
    }
    case 'run-interrupted': {
      const { id } = problem.run
      const text = `run ${id} was interrupted and no process is alive to finish it`
      return view('interrupted', text, linkToRun(id), [{ argv: ['daemon'] }, { argv: ['sync'] }])
    }
    case 'plan-held': {
      const { run } = problem
      return view('decision', `run ${run.id} is held (${describeChanges(run.planned)})`, linkToRun(run.id), [
        nextCommand(run),
      ])
    }
    case 'undecided': {
      const text = `${countOf(problem.count, 'record')} ${plural(problem.count, 'needs', 'need')} a decision`
      const link = { text: 'Decisions', url: '/decisions?kind=open' }
      return view('decision', text, link, [{ argv: ['decisions'] }])
    }
    case 'records-failing': {
      const link = { text: 'Failing records', url: '#failing' }
      const command = { argv: ['status', '--failing'] }
      const text = `${countOf(problem.count, 'record is', 'records are')} failing`
      return view('failing', text, link, [command])
    }
    case 'files-missing': {
      const text = `${countOf(problem.count, 'page lacks a file that it', 'pages lack files that they')} should show`
      return view('failing', text, { text: 'Missing files', url: '/coverage?state=missing-asset' })
    }
    case 'run-partial': {
      const { run } = problem
      return view('failing', `run ${run.id} is partial: ${describeWork(run)}`, linkToRun(run.id))
    }
    case 'drift': {
      const { id, findings = {} } = problem.run
      const text = `verify ${id} found drift: ${listCounts(findings)}`
      return view('drift', text, linkToRun(id), [{ argv: ['verify', '--repair'] }])
    }
    case 'links-outdated': {
      const text = `Links to the pages of ${countOf(problem.count, 'product')} may be outdated; the next run updates those that are`
      const link = { text: 'Start a run', url: '#do' }
      return view('drift', text, link, [{ argv: ['sync'] }])
    }
  }
}

/** Why a run failed. */
export function failureOf({ failure }: Run): NonNullable<Run['failure']> {
  return failure ?? { cause: 'redis', message: 'its job gave up; see the log' }
}

const kindOfCause = { partner: 'partner', cms: 'cms', config: 'config', redis: 'error' } as const
const readiness = { text: 'Readiness', url: '/readyz' }
const lastRuns = { text: 'Last runs', url: '#runs' }

function view(
  kind: ProblemKind,
  text: string,
  link: ProblemView['link'],
  commands: ProblemView['commands'] = [],
): ProblemView {
  return { ...problemKinds[kind], kind, text, link, commands }
}

function linkToRun(id: string): ProblemView['link'] {
  return { text: `Run ${id}`, url: `/runs/${encodeURIComponent(id)}` }
}

function toTime(time: Date): string {
  return formatTime(time.toISOString())
}

/** Why a mirror did not start, and the remedy. */
export function notStartedText(fault: string): string {
  return `This mirror did not start: ${fault.replace(/\.$/, '')}. Correct this, then restart the daemon.`
}

/** A problem in one line, with its commands. */
export function lineOfProblem({ text, commands }: ProblemView, mirror: string | undefined): string {
  return commands.length === 0
    ? text
    : `${text}: ${commands.map((command) => commandText(command, mirror)).join(', or ')}`
}

/** A problem as a sentence without commands. */
export function sentenceOfProblem({ text }: ProblemView): string {
  const sentence = sentenceOf(text)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

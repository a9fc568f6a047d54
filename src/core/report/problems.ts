import { activeStates, isWaiting, isWhole, type Run } from '../record/run.ts'
import { countOf, formatTime, listCounts } from './format.ts'
import { commandAfterRefusal, planCommands } from './plan-approval.ts'
import { describePlan } from './run-counts.ts'
import { staleLinksText } from './stale-links.ts'
import { commandText } from '../reasons/command.ts'

/** The kinds of problems of a mirror, the most severe first. */
export const problemKinds = [
  'config',
  'error',
  'cms',
  'partner',
  'interrupted',
  'decision',
  'failing',
  'drift',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** A short description of a problem, with its remedy. */
export type Problem = { kind: ProblemKind; text: string }

/** The state of a mirror apart from its records. */
export type MirrorFacts = {
  /** Newest first, back to the last runs of each kind. */
  recent: readonly Run[]
  /** Runs that wait for approval. */
  held: readonly Run[]
  /** Records in a state that needs attention. */
  records: { undecided: number; failing: number; missingAssets: number }
  /** Products whose pages may be linked at an outdated URL. */
  staleLinks?: number
  /** Processes that process the queues. */
  workers: number
  /** When the schedule starts, or should have started, the next run. */
  next: Date | undefined
  now: Date
}

/** All problems of a mirror, the most severe first; empty if there are none. */
export function findProblems(facts: MirrorFacts): Problem[] {
  const problems = [
    ...failures(facts.recent),
    ...interruptions(facts),
    ...decisions(facts),
    ...failingRecords(facts),
    ...drift(facts.recent),
    ...outdatedLinks(facts),
  ]
  return problems.sort((a, b) => problemKinds.indexOf(a.kind) - problemKinds.indexOf(b.kind))
}

type Cause = NonNullable<Run['failure']>['cause']

const kindOfCause = { partner: 'partner', cms: 'cms', config: 'config', redis: 'error' } as const

/** The kinds of runs that send no request to the partner; every run sends requests to the CMS. */
const withoutPartner: ReadonlySet<Run['kind']> = new Set(['verify', 'undo'])

/** The last failed run of each cause, unless a later run has succeeded since. */
function failures(recent: readonly Run[]): Problem[] {
  const found: Problem[] = []
  const disproved = new Set<Cause>()
  for (const run of recent) {
    const causes = Object.keys(kindOfCause) as Cause[]
    if (endedWell(run) || isWaiting(run))
      for (const cause of causes)
        if (cause !== 'partner' || !withoutPartner.has(run.kind)) disproved.add(cause)
    if (run.state !== 'failed') continue
    const { cause, message } = run.failure ?? { cause: 'redis', message: 'its job gave up; see the log' }
    if (!disproved.has(cause))
      found.push({ kind: kindOfCause[cause], text: `run ${run.id} failed: ${message}` })
    disproved.add(cause)
  }
  return found
}

function endedWell({ state }: Run): boolean {
  return state === 'done' || state === 'partial'
}

/** A scheduled run that is less late than this may just be starting. */
const lateMs = 5 * 60_000

/** Work that is not continued or started because no process is alive. */
function interruptions({ recent, workers, next, now }: MirrorFacts): Problem[] {
  if (workers > 0) return []
  const active = recent.find(({ state }) => activeStates.includes(state))
  if (active !== undefined)
    return [
      {
        kind: 'interrupted',
        text: `run ${active.id} was interrupted and no process is alive to finish it: product-mirror daemon, or product-mirror sync`,
      },
    ]
  const late = next !== undefined && now.getTime() - next.getTime() > lateMs
  const since = recent.some(({ kind, createdAt }) => kind === 'sync' && next && new Date(createdAt) >= next)
  if (!late || since) return []
  return [
    {
      kind: 'error',
      text: `no process is alive to start the run scheduled for ${formatTime(next.toISOString())}: product-mirror daemon`,
    },
  ]
}

/** An active run corrects links itself. */
function outdatedLinks({ recent, staleLinks = 0 }: MirrorFacts): Problem[] {
  const text = staleLinksText(staleLinks)
  const isActive = recent.some(({ state }) => activeStates.includes(state))
  return text === undefined || isActive ? [] : [{ kind: 'drift', text }]
}

function decisions({ held, records: { undecided } }: MirrorFacts): Problem[] {
  const plans = held.map((run): Problem => {
    const command = commandAfterRefusal(run) ?? commandText(planCommands(run).approve)
    return { kind: 'decision', text: `run ${run.id} is held (${describePlan(run.planned)}): ${command}` }
  })
  if (undecided === 0) return plans
  const text = `${countOf(undecided, 'record')} need${undecided === 1 ? 's' : ''} a decision: product-mirror decisions`
  return [...plans, { kind: 'decision', text }]
}

function failingRecords({ recent, records: { failing, missingAssets } }: MirrorFacts): Problem[] {
  const problems: Problem[] = []
  // Records that failed together are not listed as failing.
  const last = recent.find((run) => run.kind === 'sync' && isWhole(run) && endedWell(run))
  const count =
    failing > 0 ? failing : last?.state === 'partial' ? last.counts.failed + last.counts.notPlanned : 0
  if (count > 0)
    problems.push({
      kind: 'failing',
      text: `${countOf(count, 'record')} failing: product-mirror status --failing`,
    })
  if (missingAssets > 0)
    problems.push({
      kind: 'failing',
      text: `${countOf(missingAssets, 'page')} without a file that it should show`,
    })
  return problems
}

/** The unrepaired findings of the last verify run. */
function drift(recent: readonly Run[]): Problem[] {
  const last = recent.find((run) => run.kind === 'verify' && endedWell(run))
  const found = listCounts(last?.findings ?? {})
  if (last === undefined || found === '') return []
  return [{ kind: 'drift', text: `verify ${last.id} found drift: ${found}: product-mirror verify --repair` }]
}

/** The state of a mirror without problems in one line. */
export function describeHealth(mirrored: number, { recent }: Pick<MirrorFacts, 'recent'>): string {
  const last = recent.find(({ kind, finishedAt }) => kind === 'sync' && finishedAt !== undefined)
  const size = `${countOf(mirrored, 'page')} mirrored`
  if (last?.finishedAt === undefined) return `${size}; no run yet`
  return `${size}; run ${last.id} ended at ${formatTime(last.finishedAt)}`
}

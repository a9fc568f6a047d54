import { activeStates, covers, isProductRun, isWaiting, isWhole, type Run } from '../run/run.ts'
import { countOf, formatTime, listCounts } from '../text/format.ts'
import { outagePauses, type Outages } from '../report/pauses.ts'
import { failureOf, viewOfProblem, type Problem } from './problem.ts'
import { problemExitCodes } from './problem-kinds.ts'

/** The stored state of a mirror on which its health depends. */
export type StoredHealth = {
  /** Newest first, back to the last runs of each kind. */
  recent: readonly Run[]
  /** Runs that wait for approval. */
  held: readonly Run[]
  /** Records that need a decision, that fail, or whose page lacks a file. */
  records: { undecided: number; failing: number; missingFiles: number }
  /** Products whose pages may be linked at an outdated URL. */
  staleLinks: number
}

/** All facts on which the health of a mirror depends. */
export type HealthFacts = StoredHealth & {
  outages: Outages
  /** When the schedule starts, or should have started, the next run. */
  next: Date | undefined
  /** When the schedule started the last run that should have ended. */
  due: Date | undefined
  /** Processes that process the queues; undefined if unknown. */
  workers: number | undefined
  /** Whether an operator has paused the writes, so that scheduled runs wait. */
  isPaused?: boolean
  /** The state of the process itself; undefined for a command. */
  process?: ProcessFacts
  now: Date
}

type ProcessFacts = {
  workersRunning: boolean
  /** Why the mirror did not start. */
  startFault: string | undefined
  /** Why Redis must not be written to. */
  writeFault: string | undefined
}

/** All problems of a mirror, the most severe first; empty if there are none. */
export function healthOf(facts: HealthFacts): Problem[] {
  const problems = [
    ...ofProcess(facts.process),
    ...outagePauses(facts.outages),
    ...failures(facts.recent),
    ...interruptions(facts),
    ...decisions(facts),
    ...failingRecords(facts),
    ...drift(facts.recent),
    ...outdatedLinks(facts),
  ]
  const rank = (problem: Problem): number =>
    problemExitCodes.indexOf(viewOfProblem(problem, facts.now.getTime()).exitCode)
  return problems.sort((a, b) => rank(a) - rank(b))
}

function ofProcess(facts: ProcessFacts | undefined): Problem[] {
  if (facts === undefined) return []
  const { workersRunning, startFault, writeFault } = facts
  const problems: Problem[] = writeFault === undefined ? [] : [{ code: 'redis-paused', fault: writeFault }]
  if (workersRunning) return problems
  if (startFault === undefined) return [...problems, { code: 'workers-stopped' }]
  return [...problems, { code: 'not-started', fault: startFault }]
}

type Cause = NonNullable<Run['failure']>['cause']
const causes: readonly Cause[] = ['config', 'redis', 'cms', 'partner']

/** The kinds of runs that send no request to the partner; every run sends requests to the CMS. */
const withoutPartner: ReadonlySet<Run['kind']> = new Set(['verify', 'undo'])

/** The last failed run of each cause, unless a later run has succeeded since. */
function failures(recent: readonly Run[]): Problem[] {
  const found: Problem[] = []
  const disproved = new Set<Cause>()
  for (const run of recent) {
    if (endedWell(run) || isWaiting(run))
      for (const cause of causes)
        if (cause !== 'partner' || !withoutPartner.has(run.kind)) disproved.add(cause)
    if (run.state !== 'failed') continue
    const { cause } = failureOf(run)
    if (!disproved.has(cause)) found.push({ code: 'run-failed', run })
    disproved.add(cause)
  }
  return found
}

function endedWell({ state }: Run): boolean {
  return state === 'done' || state === 'partial'
}

function isActive({ state }: Run): boolean {
  return activeStates.includes(state)
}

/** A scheduled run that is less late than this may just be starting. */
const lateMs = 5 * 60_000
/** A scheduled run waits for an active run, but not for longer than this. */
const longestRunMs = 24 * 3_600_000

/** Work that no process continues, starts or has completed in time. */
function interruptions(facts: HealthFacts): Problem[] {
  const { recent, workers, next, due, now } = facts
  const active = recent.find(isActive)
  if (workers === 0 && active !== undefined) return [{ code: 'run-interrupted', run: active }]
  if (workers === 0 && next !== undefined && now.getTime() - next.getTime() > lateMs) {
    const isStarted = recent.some((run) => run.kind === 'sync' && ageAt(next, run) <= 0)
    return isStarted ? [] : [{ code: 'schedule-missed', scheduled: next }]
  }
  // A mirror without older runs may be younger than the schedule.
  const isOld = due !== undefined && recent.some((run) => ageAt(due, run) > 0)
  return isOld && facts.isPaused !== true && !hasRunSince(due, facts)
    ? [{ code: 'run-late', scheduled: due }]
    : []
}

/** The age of a run at some time, in milliseconds. */
function ageAt(time: Date, { createdAt }: Run): number {
  return time.getTime() - Date.parse(createdAt)
}

/** Whether a full sync since that time has succeeded or waits for approval, or an active run delays it. */
function hasRunSince(time: Date, { recent, now }: HealthFacts): boolean {
  return recent.some((run) => {
    if (isActive(run)) return !isProductRun(run) && ageAt(now, run) < longestRunMs
    const counts = endedWell(run) || isWaiting(run) || run.samePlanAs !== undefined
    return counts && run.kind === 'sync' && isWhole(run) && ageAt(time, run) < lateMs
  })
}

function decisions({ held, records: { undecided } }: HealthFacts): Problem[] {
  return [...held.map((run) => ({ code: 'plan-held' as const, run })), ...counted('undecided', undecided)]
}

function counted(code: Extract<Problem, { count: number }>['code'], count: number): Problem[] {
  return count === 0 ? [] : [{ code, count }]
}

function failingRecords({ recent, records: { failing, missingFiles } }: HealthFacts): Problem[] {
  /** Whether the lists of failing records and missing files contain everything that this run lacks. */
  const isListed = ({ kind, counts, unfetched = 0 }: Run): boolean =>
    kind === 'sync' && counts.failed + counts.notPlanned <= failing && (unfetched === 0 || missingFiles > 0)
  return [
    ...counted('records-failing', failing),
    ...counted('files-missing', missingFiles),
    ...unrepeated(recent, ({ state }) => state === 'partial')
      .filter((run) => !isListed(run))
      .map((run) => ({ code: 'run-partial' as const, run })),
  ]
}

/** The drift that verify runs found and did not repair, until a later verify has checked the same pages. */
function drift(recent: readonly Run[]): Problem[] {
  const found = unrepeated(recent, (run) => run.kind === 'verify' && endedWell(run))
  return found
    .filter(({ findings = {} }) => listCounts(findings) !== '')
    .map((run) => ({ code: 'drift', run }))
}

/** The selected runs whose records no later run has processed again. */
function unrepeated(recent: readonly Run[], isSelected: (run: Run) => boolean): Run[] {
  return recent.filter(
    (run, at) => isSelected(run) && !recent.slice(0, at).some((later) => repeats(later, run)),
  )
}

/** Whether a later run replaces the result of an earlier one. A sync does not compare pages as a verify does. */
function repeats(later: Run, earlier: Run): boolean {
  const isSame = later.kind === earlier.kind && later.undoes === earlier.undoes
  const isStronger = later.kind === 'sync' && earlier.kind !== 'verify'
  return endedWell(later) && (isSame || isStronger) && covers(later, earlier)
}

/** An active run corrects links itself. */
function outdatedLinks({ recent, staleLinks }: HealthFacts): Problem[] {
  return recent.some(isActive) ? [] : counted('links-outdated', staleLinks)
}

/** The last sync that has ended. */
export function lastSync({ recent }: Pick<HealthFacts, 'recent'>): Run | undefined {
  return recent.find(({ kind, finishedAt }) => kind === 'sync' && finishedAt !== undefined)
}

/** The state of a mirror without problems in one line. */
export function describeHealth(facts: Pick<HealthFacts, 'recent'> & { mirrored: number }): string {
  const last = lastSync(facts)
  const size = `${countOf(facts.mirrored, 'page')} mirrored`
  if (last?.finishedAt === undefined)
    return `${size}; ${facts.recent.some(isActive) ? 'the first run is active' : 'no run yet'}`
  return `${size}; run ${last.id} ended at ${formatTime(last.finishedAt)}`
}

import { createTimeLeft, toRunProgress, type RunProgress } from '../../core/run/run-progress.ts'
import { pauseText, upstreamPauses } from '../../core/report/pauses.ts'
import type { Run } from '../../core/run/run.ts'
import type { OpsDeps, OpsHealth } from '../deps.ts'
import { localTimesIn } from '../../lib/time/local-times.ts'
import { countOf, formatCount, formatDuration } from '../../core/text/format.ts'

/** The active run as pages show it: its text, and the numbers of the bars. */
export type LiveRun = RunProgress & {
  /** `reading: 1,200 of 3,000 records, 4 failed` */
  text: string
  /** `about 3 min left in this phase`; empty while unknown. */
  left: string
  /** The reasons for which it waits, one sentence each; empty while it runs. */
  pauses: string[]
  /** Whether an operator may let it write outside the write windows. */
  mayBeReleased: boolean
  /** Product runs in parallel. */
  parallel: LiveRun[]
}

/** Reads the active run, or else the first product run; undefined without one. */
export type ReadLiveRun = () => Promise<LiveRun | undefined>

/** The run of this id, if it is active. */
export function findLive(live: LiveRun | undefined, runId: string): LiveRun | undefined {
  return live && [live, ...live.parallel].find((run) => run.runId === runId)
}

/** Estimates the remaining time from the progress between two reads. */
export function createLiveRun(
  { runs, writePauses, health, timeZone }: OpsDeps,
  now = () => Date.now(),
): ReadLiveRun {
  let timeLeft = createTimeLeft()
  const readOne = async (id: string, { waits, always }: Pauses): Promise<LiveRun[]> => {
    const [run, counters] = await Promise.all([runs.read(id), runs.progress(id)])
    const progress = run && toRunProgress(run, counters)
    if (run === undefined || progress === undefined) return []
    const isWaiting = run.state === 'writing' && waits.length > 0
    const isOutside = health.writePause()?.code === 'outside-windows'
    const mayWriteNow = isOutside && (await writePauses.mayWriteNow(id))
    const pauses = isWaiting && !mayWriteNow ? [...waits, ...always] : always
    const mayBeReleased = isOutside && !mayWriteNow && writes(run)
    return [{ ...progress, text: toText(progress), left: '', pauses, mayBeReleased, parallel: [] }]
  }
  return async () => {
    const [active, products] = await Promise.all([runs.activeId(), runs.products()])
    const ids = [...new Set([...(active === undefined ? [] : [active]), ...products])]
    if (ids.length === 0) return undefined
    const inLocalTime = (texts: string[]): string[] =>
      texts.map((text) => localTimesIn(text, { timeZone, now: now() }))
    const { waits, always } = pausesOf(health, now())
    const pauses = { waits: inLocalTime(waits), always: inLocalTime(always) }
    const read = await Promise.all(ids.map((id) => readOne(id, pauses)))
    const [progress, ...parallel] = read.flat()
    if (progress === undefined) return undefined
    const told = { ...progress, parallel }
    if (told.pauses.length > 0) {
      // A rate from before or during a pause is meaningless.
      timeLeft = createTimeLeft()
      return { ...told, left: '' }
    }
    const seconds = timeLeft(progress, now())
    return {
      ...told,
      left: seconds === undefined ? '' : `about ${formatDuration(Math.ceil(seconds))} left in this phase`,
    }
  }
}

/** Whether a run may write to pages. */
function writes({ kind, repair }: Run): boolean {
  return kind === 'sync' || kind === 'undo' || repair === true
}

/** Why a run waits: `waits` before it writes, `always` for any request. */
type Pauses = Record<'waits' | 'always', string[]>

function pausesOf(health: OpsHealth, now: number): Pauses {
  const fault = health.writeFault()
  const writePause = health.writePause()
  const always = [
    ...(fault === undefined ? [] : [{ code: 'redis-paused' as const, fault }]),
    ...upstreamPauses({ limits: health.limited(), outages: health.outages() }, now),
  ]
  return {
    waits: writePause === undefined ? [] : [pauseText(writePause, now)],
    always: always.map((pause) => pauseText(pause, now)),
  }
}

function toText({ phase, done, total, failed }: RunProgress): string {
  const units: Partial<Record<typeof phase, string>> = { files: 'file', writing: 'page' }
  const numbers = total === 0 ? '' : `: ${formatCount(done)} of ${countOf(total, units[phase] ?? 'record')}`
  return phase + numbers + (failed === 0 ? '' : `, ${formatCount(failed)} failed`)
}

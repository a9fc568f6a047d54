import type { OpsDeps } from './deps.ts'
import { formatCount, formatDuration } from './format.ts'
import { createTimeLeft, toRunProgress, type RunProgress } from './run-progress.ts'

/** The run at work as pages show it: texts beside the numbers that bars are drawn from. */
export type LiveRun = RunProgress & {
  /** `reading: 1,200 of 3,000 records, 4 failed` */
  text: string
  /** `about 3 min left in this phase`; empty while nothing is known. */
  left: string
}

/** Reads the run at work; undefined when there is none. */
export type ReadLiveRun = () => Promise<LiveRun | undefined>

/** Reads at most once a second however many ask: the answer is shared. */
export function createLiveRun(
  { runs }: Pick<OpsDeps, 'runs'>,
  { everyMs = 1_000, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): ReadLiveRun {
  const timeLeft = createTimeLeft()
  let last: { at: number; answer: Promise<LiveRun | undefined> } | undefined

  async function read(): Promise<LiveRun | undefined> {
    const id = await runs.activeId()
    if (id === undefined) return undefined
    const [run, counters] = await Promise.all([runs.read(id), runs.progress(id)])
    const progress = run && toRunProgress(run, counters)
    if (progress === undefined) return undefined
    const seconds = timeLeft(progress, now())
    const left = seconds === undefined ? '' : `about ${formatDuration(Math.ceil(seconds))} left in this phase`
    return { ...progress, text: toText(progress), left }
  }

  return () => {
    if (last === undefined || now() - last.at >= everyMs) {
      const answer = read()
      last = { at: now(), answer }
      // Whoever asks next asks anew.
      answer.catch(() => (last = undefined))
    }
    return last.answer
  }
}

function toText({ phase, done, total, failed }: RunProgress): string {
  const what = phase === 'files' ? 'files' : phase === 'writing' ? 'pages' : 'records'
  const numbers = total === 0 ? '' : `: ${formatCount(done)} of ${formatCount(total)} ${what}`
  return phase + numbers + (failed === 0 ? '' : `, ${formatCount(failed)} failed`)
}

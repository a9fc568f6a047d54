import { activeStates, type Run } from './run.ts'

/** The progress of a part of the work; a `total` of 0 is not known yet. */
export type Share = { done: number; total: number }

/** The progress of an active run. */
export type RunProgress = Share & {
  runId: string
  kind: Run['kind']
  phase: 'reading' | 'comparing' | 'checking the plan' | 'files' | 'writing'
  /** Records that failed so far. */
  failed: number
  /** In the order of the run’s languages; empty if the phase is not divided by language. */
  languages: (Share & { language: string })[]
}

/** The progress of an active run, from its report and its counters; undefined for any other run. */
export function toRunProgress(run: Run, counters: Readonly<Record<string, number>>): RunProgress | undefined {
  if (!activeStates.includes(run.state)) return undefined
  const at = (name: string): number => counters[name] ?? 0
  const about = { runId: run.id, kind: run.kind, failed: at('failed') }
  const share = (done: number, total: number): Share => ({ done: Math.min(done, total), total })
  const byLanguage = (done: string, totalOf: (language: string) => number): RunProgress['languages'] =>
    run.languages.flatMap((language) => {
      const total = totalOf(language)
      return total === 0 ? [] : [{ language, ...share(at(`${done}:${language}`), total) }]
    })

  if (run.state === 'planning' && run.kind === 'verify')
    return { ...about, phase: 'comparing', ...share(at('planned'), at('total')), languages: [] }
  if (run.state === 'planning') {
    // Every product is requested in every language.
    const each = run.languages.length === 0 ? 0 : Math.round(at('total') / run.languages.length)
    const languages = byLanguage('planned', () => each)
    return { ...about, phase: 'reading', ...share(at('planned'), at('total')), languages }
  }
  if (run.planDigest !== undefined && run.checkedAt === undefined)
    return { ...about, phase: 'checking the plan', done: 0, total: 0, languages: [] }
  if (at('written') === 0 && at('media') < at('mediaTotal'))
    return { ...about, phase: 'files', ...share(at('media'), at('mediaTotal')), languages: [] }
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  const languages = byLanguage('written', (language) => at(`changes:${language}`))
  return { ...about, phase: 'writing', ...share(at('written'), planned), languages }
}

/** A rate over less time than this is not reliable. */
const leastMs = 2_000

/** Estimates the remaining seconds of a phase from the progress since the first call; `now` in ms. */
export function createTimeLeft(): (progress: RunProgress, now: number) => number | undefined {
  let first = { name: '', done: 0, at: 0 }
  return ({ runId, phase, done, total }, now) => {
    const name = `${runId} ${phase}`
    if (name !== first.name || done < first.done) first = { name, done, at: now }
    const [gained, ms] = [done - first.done, now - first.at]
    if (ms < leastMs || gained === 0 || done >= total) return undefined
    return ((total - done) * ms) / gained / 1000
  }
}

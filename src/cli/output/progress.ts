import { toRunProgress, type RunProgress } from '../../core/record/run-progress.ts'
import type { Run } from '../../core/record/run.ts'
import { createPaint, type Paint } from '../terminal/color.ts'
import { columnsOf } from '../terminal/wrap.ts'

/** Shows a run’s progress: one redrawn line on a terminal, a plain line from time to time elsewhere. */
export type Progress = { show(run: Run, counters: Record<string, number>): void; end(): void }

type Phase = Pick<RunProgress, 'done' | 'total' | 'failed'> & { label: string }

const barWidth = { most: 28, least: 6 }
/** A log should hold events, not every second of a run. */
const plainEveryMs = 15_000
/** A rate over less time is not meaningful. */
const rateAfterMs = 1_000

/**
 * Clears from the start of the line, with what a narrowed window wrapped. The cursor stays at the start of the drawn
 * line, so that this works after the window was resized.
 */
const wipe = '\r\u001b[J'

/** `quiet` shows nothing, for `--json`. */
export function createProgress(stream: NodeJS.WriteStream, quiet: boolean, env: NodeJS.ProcessEnv): Progress {
  if (quiet) return { show() {}, end() {} }
  return stream.isTTY && env['TERM'] !== 'dumb' ? onTerminal(stream) : inLines(stream)
}

function onTerminal(stream: NodeJS.WriteStream): Progress {
  const pace = createPace()
  const paint = createPaint(stream)
  let drawn = false
  const end = (): void => {
    if (drawn) stream.write(wipe)
    drawn = false
    process.off('exit', end)
  }
  return {
    show(run, counters) {
      const phase = phaseOf(run, counters)
      const line = toBarLine(phase, pace(phase, Date.now()), columnsOf(stream) ?? 80, paint)
      // A second Ctrl-C ends the process at once; the line is still removed.
      if (!drawn) process.once('exit', end)
      drawn = true
      stream.write(`${wipe}${line}\r`)
    },
    end,
  }
}

function inLines(stream: NodeJS.WriteStream): Progress {
  const pace = createPace()
  let last = ''
  let at = 0
  return {
    show(run, counters) {
      const now = Date.now()
      const phase = phaseOf(run, counters)
      const parts = pace(phase, now)
      const { label, done, total, failed } = phase
      if (total === 0 || (label === last && now - at < plainEveryMs)) return
      last = label
      at = now
      stream.write(`${[`${label} ${done}/${total}`, ...failedOf(failed), ...parts].join(', ')}\n`)
    },
    end() {},
  }
}

/** One line of fewer than `columns` characters; the least important parts are left out first. */
function toBarLine(phase: Phase, pace: string[], columns: number, paint: Paint): string {
  const room = Math.max(1, columns - 1)
  const count = phase.total > 0 ? [`${phase.done}/${phase.total}`] : []
  const failed = failedOf(phase.failed)
  const [rate, left] = pace
  const wordings = [
    [...count, ...failed, ...pace],
    [...count, ...failed, ...(left === undefined ? [] : [left])],
    [...count, ...failed],
    rate === undefined ? failed : count,
    [],
  ]
  const fits = wordings.find((parts) => widthOf(phase.label, parts) <= room) ?? []
  const text = fits.map((part) => (part === failed[0] ? paint('red', part) : part)).join('  ')
  const bar = barOf(phase, room - widthOf(phase.label, fits) - 1, paint)
  return [phase.label.padEnd(labelWidth).slice(0, room), bar, text].filter((part) => part !== '').join(' ')
}

const labelWidth = 9

function widthOf(label: string, parts: readonly string[]): number {
  return [label.padEnd(labelWidth), ...(parts.length > 0 ? [parts.join('  ')] : [])].join(' ').length
}

function failedOf(failed: number): string[] {
  return failed > 0 ? [`${failed} failed`] : []
}

function phaseOf(run: Run, counters: Record<string, number>): Phase {
  const progress = toRunProgress(run, counters)
  if (progress === undefined) return { label: 'waiting', done: 0, total: 0, failed: 0 }
  const { phase, done, total, failed } = progress
  const over = phase === 'writing' && done >= total
  return { label: over ? 'finishing' : labelOf(run, phase), done, total, failed }
}

function labelOf(run: Run, phase: RunProgress['phase']): string {
  if (phase === 'checking the plan') return 'checking'
  return run.kind === 'undo' && phase === 'writing' ? 'undoing' : phase
}

function barOf({ done, total }: Phase, room: number, paint: Paint): string {
  if (room < barWidth.least) return ''
  const width = Math.min(barWidth.most, room)
  const share = total > 0 ? Math.min(1, done / total) : 0
  const full = Math.round(share * width)
  const parts = [
    full > 0 ? paint('green', '█'.repeat(full)) : '',
    full < width ? paint('dim', '░'.repeat(width - full)) : '',
  ]
  return parts.join('')
}

/** Computes a phase’s rate and remaining time from the work done since its start; `now` in milliseconds. */
function createPace(): (phase: Phase, now: number) => string[] {
  let begun = { label: '', done: 0, at: 0 }
  return ({ label, done, total }, now) => {
    if (label !== begun.label) begun = { label, done, at: now }
    const ms = now - begun.at
    if (ms < rateAfterMs || done <= begun.done || done >= total) return []
    const perSecond = ((done - begun.done) / ms) * 1000
    const rate = perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0)
    return [`${rate}/s`, `${duration((total - done) / perSecond)} left`]
  }
}

function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 100 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

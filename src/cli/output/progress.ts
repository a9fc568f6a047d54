import { createTimeLeft, toRunProgress, type RunProgress } from '../../core/run/run-progress.ts'
import type { Run } from '../../core/run/run.ts'
import { formatDuration } from '../../core/text/format.ts'
import { createPaint, type Paint } from '../terminal/color.ts'
import { drawLine, print, wipeLine } from '../terminal/print.ts'
import { columnsOf } from '../terminal/wrap.ts'

/** Shows a run's progress: one redrawn line on a terminal, otherwise a plain line from time to time. */
export type Progress = { show(run: Run, counters: Record<string, number>): void; end(): void }

type Phase = Pick<RunProgress, 'done' | 'total' | 'failed'> & { label: string }

const barWidth = { most: 28, least: 6 }
/** A log should contain events, not every second of a run. */
const plainEveryMs = 15_000

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
    if (drawn) wipeLine(stream)
    drawn = false
    process.off('exit', end)
  }
  return {
    show(run, counters) {
      const progress = toRunProgress(run, counters)
      const parts = pace(progress, Date.now())
      const line = toBarLine(phaseOf(run, progress), parts, columnsOf(stream) ?? 80, paint)
      // A second Ctrl-C ends the process at once; the line is removed even then.
      if (!drawn) process.once('exit', end)
      drawn = true
      drawLine(line, stream)
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
      const progress = toRunProgress(run, counters)
      const parts = pace(progress, now)
      const { label, done, total, failed } = phaseOf(run, progress)
      if (total === 0 || (label === last && now - at < plainEveryMs)) return
      last = label
      at = now
      const line = [`${label} ${done}/${total}`, failedOf(failed), ...parts].filter(Boolean).join(', ')
      print([line], stream)
    },
    end() {},
  }
}

/** One line of fewer than `columns` characters; the least important parts are omitted first. */
function toBarLine(phase: Phase, [rate, left]: string[], columns: number, paint: Paint): string {
  const { label, done, total, failed } = phase
  const room = Math.max(1, columns - 1)
  const head = label.padEnd(labelWidth).slice(0, room)
  const parts = { count: total > 0 ? `${done}/${total}` : '', failed: failedOf(failed), rate, left }
  for (const part of ['rate', 'left', 'failed', 'count'] as const) {
    if (joined(head, textOf(parts)).length > room) parts[part] = ''
  }
  const bar = barOf(phase, room - joined(head, textOf(parts)).length - 1, paint)
  if (parts.failed !== '') parts.failed = paint('red', parts.failed)
  return joined(head, bar, textOf(parts))
}

function textOf(parts: Record<string, string | undefined>): string {
  return Object.values(parts).filter(Boolean).join('  ')
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}

const labelWidth = 9

function failedOf(failed: number): string {
  return failed > 0 ? `${failed} failed` : ''
}

function phaseOf(run: Run, progress: RunProgress | undefined): Phase {
  if (progress === undefined) return { label: 'waiting', done: 0, total: 0, failed: 0 }
  const { phase, done, total } = progress
  if (phase === 'checking the plan') return { ...progress, label: 'checking' }
  if (phase !== 'writing') return { ...progress, label: phase }
  const label = run.kind === 'undo' ? 'undoing' : phase
  return { ...progress, label: done >= total ? 'finishing' : label }
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

/** Computes the rate and the remaining time of each phase; `now` in milliseconds. */
function createPace(): (progress: RunProgress | undefined, now: number) => string[] {
  const timeLeft = createTimeLeft()
  return (progress, now) => {
    if (progress === undefined) return []
    const seconds = timeLeft(progress, now)
    if (seconds === undefined) return []
    const perSecond = (progress.total - progress.done) / seconds
    const rate = perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0)
    return [`${rate}/s`, `${formatDuration(Math.ceil(seconds))} left`]
  }
}

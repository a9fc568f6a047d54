import type { Run } from '../sync/run.ts'

/** Shows how far a run is: one line that redraws itself on a terminal, a plain line now and then elsewhere. */
export type Progress = { show(run: Run, counters: Record<string, number>): void; end(): void }

type Phase = { label: string; done: number; total: number }

const barWidth = { most: 28, least: 8 }
const plainEveryMs = 2_000
/** A rate over less time than this says nothing. */
const rateAfterMs = 1_000

/** `quiet` shows nothing, for `--json`. */
export function createProgress(stream: NodeJS.WriteStream, quiet: boolean): Progress {
  if (quiet) return { show() {}, end() {} }
  return stream.isTTY ? onTerminal(stream) : inLines(stream)
}

function onTerminal(stream: NodeJS.WriteStream): Progress {
  const pace = createPace()
  let drawn = false
  return {
    show(run, counters) {
      const phase = phaseOf(run, counters)
      const columns = Math.max(20, (stream.columns ?? 80) - 1)
      const label = phase.label.padEnd(8)
      const numbers = [
        phase.total > 0 ? `${phase.done}/${phase.total}` : '',
        counters['failed'] ? `${counters['failed']} failed` : '',
        pace(phase, Date.now()),
      ]
      const text = numbers.filter((part) => part !== '').join('  ')
      const bar = barOf(phase, columns - label.length - text.length - 2)
      stream.write(`\r\u001b[2K${[label, bar, text].filter(Boolean).join(' ').slice(0, columns)}`)
      drawn = true
    },
    end() {
      if (drawn) stream.write('\r\u001b[2K')
    },
  }
}

function inLines(stream: NodeJS.WriteStream): Progress {
  let last = ''
  let at = 0
  return {
    show(run, counters) {
      const { label, done, total } = phaseOf(run, counters)
      if (total === 0 || (label === last && Date.now() - at < plainEveryMs)) return
      last = label
      at = Date.now()
      const failed = counters['failed'] ? `, ${counters['failed']} failed` : ''
      stream.write(`${label} ${done}/${total}${failed}\n`)
    },
    end() {},
  }
}

function phaseOf(run: Run, counters: Record<string, number>): Phase {
  const at = (name: string): number => counters[name] ?? 0
  if (run.state === 'planning') return { label: 'reading', done: at('planned'), total: at('total') }
  if (run.planDigest !== undefined && run.checkedAt === undefined)
    return { label: 'checking', done: 0, total: 0 }
  const writes = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  if (at('written') === 0 && at('media') < at('mediaTotal'))
    return { label: 'media', done: at('media'), total: at('mediaTotal') }
  return { label: 'writing', done: at('written'), total: writes }
}

function barOf({ done, total }: Phase, room: number): string {
  if (room < barWidth.least) return ''
  const width = Math.min(barWidth.most, room)
  const share = total > 0 ? Math.min(1, done / total) : 0
  return '█'.repeat(Math.round(share * width)).padEnd(width, '░')
}

/** Tells how fast a phase goes and how long it still takes, from what was done since it began; `now` in milliseconds. */
function createPace(): (phase: Phase, now: number) => string {
  let begun = { label: '', done: 0, at: 0 }
  return ({ label, done, total }, now) => {
    if (label !== begun.label) begun = { label, done, at: now }
    const seconds = (now - begun.at) / 1000
    if (seconds * 1000 < rateAfterMs || done <= begun.done || done >= total) return ''
    const perSecond = (done - begun.done) / seconds
    const rate = perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0)
    return `${rate}/s  ${duration((total - done) / perSecond)} left`
  }
}

function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 100 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

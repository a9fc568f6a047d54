import type { Run } from '../sync/run.ts'

/** Shows how far a run is: one line that redraws itself on a terminal, a plain line now and then elsewhere. */
export type Progress = { show(run: Run, counters: Record<string, number>): void; end(): void }

const width = 28
const plainEveryMs = 2_000

/** `quiet` shows nothing, for `--json`. */
export function createProgress(stream: NodeJS.WriteStream, quiet: boolean): Progress {
  if (quiet) return { show() {}, end() {} }
  return stream.isTTY ? onTerminal(stream) : inLines(stream)
}

function onTerminal(stream: NodeJS.WriteStream): Progress {
  const startedAt = Date.now()
  let drawn = false
  return {
    show(run, counters) {
      const { label, done, total } = phaseOf(run, counters)
      const share = total > 0 ? Math.min(1, done / total) : 0
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
      const failed = counters['failed'] ? `  ${counters['failed']} failed` : ''
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
      const line = `${label.padEnd(8)} ${bar} ${done}/${total}  ${seconds} s${failed}`
      stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`)
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
      stream.write(`${label} ${done}/${total}\n`)
    },
    end() {},
  }
}

function phaseOf(run: Run, counters: Record<string, number>): { label: string; done: number; total: number } {
  const at = (name: string): number => counters[name] ?? 0
  if (run.state === 'planning') return { label: 'reading', done: at('planned'), total: at('total') }
  const writes = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  if (at('written') === 0 && at('media') < at('mediaTotal'))
    return { label: 'media', done: at('media'), total: at('mediaTotal') }
  return { label: 'writing', done: at('written'), total: writes }
}

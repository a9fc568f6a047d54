import { describePlan } from '../../core/plan/describe-plan.ts'
import { plural } from '../../core/record/plural.ts'
import type { Run } from '../../core/record/run.ts'
import { fitScreen, type Block } from '../terminal/fit-screen.ts'
import { toHeldLines } from './held-lines.ts'
import { minuteOf } from '../terminal/minute.ts'
import { toLines } from './report.ts'
import { toVerifyLines } from './verify-line.ts'
import { toWaitingLines, type Waiting } from './waiting-lines.ts'

/** What `status` tells; runs newest first. */
export type CurrentState = {
  held: readonly Run[]
  mirrored: number
  workers: number
  next: Date | undefined
  waiting: Waiting
  recent: readonly Run[]
}

const shownRuns = 10
const shownNotes = 3

/** How things stand, on one screen: what waits for people comes first and is never left out. */
export function toStatusLines(current: CurrentState, screen: { columns: number; rows: number }): string[] {
  const { held, mirrored, workers, next, waiting, recent } = current
  const [pressing, ...others] = held
  const [latest, ...earlier] = recent.slice(0, shownRuns)
  const size = `${mirrored} ${plural(mirrored, 'page')} mirrored; ${workers} ${plural(workers, 'process', 'processes')} at work; next scheduled run: ${next === undefined ? 'none' : minuteOf(next.toISOString())}`
  return fitScreen(
    [
      heldBlock(pressing, others),
      { lines: [size], least: 2 },
      { lines: toWaitingLines(waiting), least: Infinity },
      { lines: toVerifyLines(recent), least: 1, rowsOf: () => 2 },
      {
        lines:
          latest === undefined
            ? ['No run yet. Start one: product-mirror sync']
            : toLines(inShort(latest), { heldElsewhere: true }),
        least: 0,
        rowsOf: () => 3,
      },
      { lines: earlier.map(toRunLine), least: 0 },
    ],
    screen,
  )
}

/** Its reasons give way to one another, the commands to nothing. */
function heldBlock(pressing: Run | undefined, others: readonly Run[]): Block {
  if (pressing === undefined) return { lines: [], least: 0 }
  const reasons = pressing.guards.length + (pressing.refusal === undefined ? 0 : 1)
  const also = others.length === 0 ? [] : [`HELD as well: ${others.map(({ id }) => id).join(', ')}`]
  return {
    lines: [...toHeldLines(pressing), ...also],
    least: Infinity,
    rowsOf: (line) => (reasons > 2 && line.startsWith(' ') ? 1 : 2),
  }
}

/** Sampled pages and most notes are for the run's own report. */
function inShort(run: Run): Run {
  const more = run.notes.length - shownNotes
  const notes =
    more > 0 ? [...run.notes.slice(0, shownNotes), `… and ${more} more: status --json`] : run.notes
  return { ...run, samples: [], notes }
}

function toRunLine(run: Run): string {
  return `  ${run.id.padEnd(14)} ${run.kind.padEnd(7)} ${run.state.padEnd(10)} ${didOf(run)}`
}

/** What a run did, or would do, in a few words. */
function didOf({ kind, state, counts, planned, findings }: Run): string {
  const { created, updated, retired, failed, undone, records } = counts
  if (kind === 'verify' && findings !== undefined) {
    const found = Object.values(findings).reduce((sum, count) => sum + count, 0)
    return found === 0 ? 'nothing differs' : `${found} ${plural(found, 'page differs', 'pages differ')}`
  }
  if (kind === 'undo') return `${undone} put back`
  if (kind === 'rebuild') return `${records} ${plural(records, 'record')} looked at`
  if (state === 'held' || kind === 'plan') return describePlan(planned) || 'no change'
  return `${created} created, ${updated} updated, ${retired} retired, ${failed} failed`
}

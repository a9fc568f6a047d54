import { z } from 'zod'
import { activeStates, Run, workedMs } from '../../core/run/run.ts'
import { endsOfLimits, LimitEnds, Outages, WritePause, type Limits } from '../../core/report/pauses.ts'
import { GuardVerdict } from '../../core/reasons/guard-verdict.ts'
import { noteText } from '../../core/report/notes/note-text.ts'
import { guardMessage } from '../../core/report/guard-text.ts'
import { refusalText } from '../../core/report/refusal-text.ts'
import { compact } from '../../lib/compact.ts'

/** A guard's verdict with its numbers and as a sentence. */
export const ToldVerdict = GuardVerdict.and(z.object({ message: z.string() }))

/** A run as the API returns it. */
export const RunReport = Run.omit({ refusal: true, notes: true }).extend({
  guards: z.array(ToldVerdict).describe('Why the plan is held, with the numbers and as sentences.'),
  refusal: z.string().exactOptional().describe('Why the last approval was refused.'),
  notes: z.array(z.string()).describe(Run.shape.notes.description ?? ''),
  seconds: z.number().exactOptional().describe('Its duration, except while it is held.'),
  limitedUntil: LimitEnds.exactOptional().describe(
    'The times until which upstreams limit the active run, ISO 8601.',
  ),
  writePause: WritePause.exactOptional().describe('Why the active run does not write now.'),
  outages: Outages.exactOptional().describe('The upstreams that are down for the active run.'),
})
export type RunReport = z.infer<typeof RunReport>

/** The limits, outages and pauses for which an active run may wait. */
export type Pauses = { limits: Limits; outages: Outages; writePause: WritePause | undefined }

/** The report of a run; `now` in milliseconds. */
export function toRunReport(run: Run, now: number, mirror: string | undefined, pauses?: Pauses): RunReport {
  const seconds = runSeconds(run, now)
  const waiting = pauses && isActive(run) ? pauses : undefined
  const limitedUntil = waiting && endsOfLimits(waiting.limits, now)
  const { guards, refusal, notes, ...others } = run
  return compact({
    ...others,
    guards: guards.map((verdict) => ({ ...verdict, message: guardMessage(verdict, run, mirror) })),
    ...(refusal !== null && { refusal: refusalText(refusal, run, mirror) }),
    notes: notes.map((note) => noteText(note, mirror)),
    seconds,
    limitedUntil,
    ...(waiting?.writePause && run.state === 'writing' && { writePause: waiting.writePause }),
    ...(waiting && Object.keys(waiting.outages).length > 0 && { outages: waiting.outages }),
  })
}

/** Seconds that a run was active, until its end or until `now` (ms). */
export function runSeconds(run: Run, now: number): number | undefined {
  return run.finishedAt !== undefined || isActive(run) ? workedMs(run, now) / 1000 : undefined
}

export function isActive({ state }: Run): boolean {
  return activeStates.includes(state)
}

/** Results of records whose page was written. */
const written = ['created', 'updated', 'restored', 'retired', 'undone'] as const

export function isWritten(result: string): boolean {
  return written.some((one) => one === result)
}

export function countWritten({ counts }: Pick<Run, 'counts'>): number {
  return written.reduce((sum, result) => sum + counts[result], 0)
}

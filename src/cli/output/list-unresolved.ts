import type { Outcome } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { toPlain } from '../terminal/plain.ts'

export const noReason = 'no reason given'

/** The records of a run with one of these results, sorted; their pages are unchanged. */
export async function readLeft(
  runs: Pick<Runs, 'scanOutcomes'>,
  runId: string,
  results: readonly Outcome['result'][],
): Promise<Outcome[]> {
  // Redis may show an entry twice while its hash grows.
  const found = new Map<string, Outcome>()
  for await (const page of runs.scanOutcomes(runId)) {
    for (const outcome of page) if (results.includes(outcome.result)) found.set(recordId(outcome), outcome)
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome)
}

export function toLeftLines(left: readonly Outcome[], most = 20): string[] {
  const shown = left
    .slice(0, most)
    .map(
      (outcome) =>
        `  ${outcome.result.padEnd(6)}    ${recordId(outcome)}: ${toPlain(outcome.reason ?? noReason)}`,
    )
  return left.length > most ? [...shown, `  … and ${left.length - most} more`] : shown
}

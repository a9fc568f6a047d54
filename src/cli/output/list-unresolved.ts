import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { countOf } from '../../core/text/format.ts'
import { withoutCause } from '../../core/report/reason.ts'
import { groupByReason, type SharedReason } from '../../core/report/shared-reasons.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { toOneLine } from '../../lib/text/one-line.ts'

export const noReason = 'no reason given'

/** The records of a run with one of these results, sorted; their pages are unchanged. */
export async function readLeft(
  runs: Pick<Runs, 'scanOutcomes'>,
  runId: string,
  results: readonly Outcome['result'][],
): Promise<Outcome[]> {
  // Redis may return an entry twice while its hash grows.
  const found = new Map<string, Outcome>()
  for await (const page of runs.scanOutcomes(runId)) {
    for (const outcome of page) if (results.includes(outcome.result)) found.set(recordId(outcome), outcome)
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome)
}

/** From this number on, records with the same reason are one entry. */
const leastShared = 3
const shownOfGroup = 3

/**
 * Lists a reason that many records share once, with their number. Omits the cause of a failed run, which is
 * printed above.
 */
export function toLeftLines(
  left: readonly Outcome[],
  { failure, most = 20 }: Pick<Run, 'failure'> & { most?: number } = {},
): string[] {
  const byResult = [...Map.groupBy(left, ({ result }) => result).values()]
  const entries = byResult
    .flatMap((some) => groupByReason(some, ({ reason = noReason }) => reason))
    .flatMap(({ reason, items }) => (items.length < leastShared ? items.map(alone) : [{ reason, items }]))
  const shown = entries.slice(0, most)
  const rest = entries.slice(most).reduce((sum, { items }) => sum + items.length, 0)
  const lines = shown.flatMap((entry) => toEntryLines(entry, failure))
  return rest > 0 ? [...lines, `  … and ${rest} more`] : lines
}

function alone(outcome: Outcome): SharedReason<Outcome> {
  return { reason: outcome.reason ?? noReason, items: [outcome] }
}

function toEntryLines({ reason, items }: SharedReason<Outcome>, failure: Run['failure']): string[] {
  const [first] = items
  if (first === undefined) return []
  const why = withoutCause(reason, failure)
  const head = `  ${first.result.padEnd(6)}    `
  if (items.length === 1) return [`${head}${recordId(first)}: ${toOneLine(why)}`]
  const more = items.length - shownOfGroup
  const named = items.slice(0, shownOfGroup).map(recordId).join(', ')
  return [
    `${head}${countOf(items.length, 'record')}: ${toOneLine(why)}`,
    `            ${named}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

import { kindOfReasons, plainText, reasonText } from '../../core/report/reasons/reason-text.ts'
import { belowFailure, inFull, type Show } from '../../core/report/reasons/show.ts'
import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { countOf } from '../../core/text/format.ts'
import { groupByReason, type ReasonWords, type SharedReason } from '../../core/report/shared-reasons.ts'
import type { Stores } from '../../store/stores.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

export const noReason = 'no reason given'

/** The records of a run with one of these results, sorted; their pages are unchanged. */
export async function readLeft(
  runs: Pick<Stores['runs'], 'scanOutcomes'>,
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
  const show = failure === undefined ? inFull : belowFailure
  const byResult = [...Map.groupBy(left, ({ result }) => result).values()]
  const entries = byResult
    .flatMap((some) => groupByReason(some, (outcome) => wordsOf(outcome, show)))
    .flatMap(({ reason, items }) =>
      items.length < leastShared
        ? items.map((outcome) => ({ reason: wordsOf(outcome, show).full, items: [outcome] }))
        : [{ reason, items }],
    )
  const shown = entries.slice(0, most)
  const rest = entries.slice(most).reduce((sum, { items }) => sum + items.length, 0)
  const lines = shown.flatMap(toEntryLines)
  return rest > 0 ? [...lines, `  … and ${rest} more`] : lines
}

function wordsOf(outcome: Outcome, show: Show): ReasonWords {
  const { reasons = [] } = outcome
  if (reasons.length === 0) return { full: noReason, plain: noReason, group: noReason }
  return {
    full: reasonText(outcome, reasons, namedMirror(), show),
    plain: plainText(reasons, show),
    group: kindOfReasons(reasons),
  }
}

function toEntryLines({ reason, items }: SharedReason<Outcome>): string[] {
  const [first] = items
  if (first === undefined) return []
  const head = `  ${first.result.padEnd(6)}    `
  if (items.length === 1) return [`${head}${recordId(first)}: ${toOneLine(reason)}`]
  const more = items.length - shownOfGroup
  const named = items.slice(0, shownOfGroup).map(recordId).join(', ')
  return [
    `${head}${countOf(items.length, 'record')}: ${toOneLine(reason)}`,
    `            ${named}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

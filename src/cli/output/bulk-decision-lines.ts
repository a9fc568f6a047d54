import { adviceText } from '../../core/reasons/command.ts'
import { blanksText } from '../../core/report/reasons/blanks-text.ts'
import type { DecisionCounts, RefusedDecision } from '../../core/decisions/bulk-decisions.ts'
import { describeCounts } from '../../core/report/bulk-text.ts'
import type { OpenDecision } from '../../core/decisions/open-decision.ts'
import type { FieldNames } from '../../core/record/field-names.ts'
import { recordId } from '../../core/record/record.ts'
import { formatCount } from '../../core/text/format.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { textLines } from './decision-lines.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/**
 * The records of a decision about many: their number, and a few examples. `names` are those of terms and files in mapped
 * fields.
 */
export function toBulkLines(
  counts: DecisionCounts,
  examples: readonly OpenDecision[],
  names: FieldNames,
): string[] {
  const beyond = counts.matched - examples.length
  return [
    describeCounts(counts),
    ...examples.flatMap((example) => toExampleLines(example, names)),
    ...(beyond > 0
      ? [
          adviceText(
            { text: `  and ${formatCount(beyond)} more; to list them`, argv: ['decisions'] },
            namedMirror(),
          ),
        ]
      : []),
  ].map(toOneLine)
}

function toExampleLines(waiting: OpenDecision, names: FieldNames): string[] {
  const { conflict, suspect } = waiting
  const held = suspect ? `: ${blanksText(suspect.blanks)}` : ''
  return [
    `  ${recordId(waiting)}${held}`,
    ...(conflict ? textLines({ fields: conflict.fields, block: conflict.block }, names) : []),
  ]
}

/** The records that were refused, with the reason of each. */
export function toRefusedLines(refused: readonly RefusedDecision[]): string[] {
  if (refused.length === 0) return []
  return ['', `Refused: ${formatCount(refused.length)}`, ...refused.map(({ reason }) => `  ${reason}`)]
}

import { describeMore, describePatterns } from '../../core/report/plan-patterns.ts'
import type { PlanSummary } from '../../core/run/plan-summary.ts'

/** The number of patterns with their example and outliers; the others take one line. */
const detailed = 2

/** A plan's first patterns with their numbers, the most frequent with an example and its outliers. */
export function toPatternLines(summary: PlanSummary, most: number): string[] {
  const more = describeMore(summary, Math.min(most, summary.patterns.length))
  const lines = describePatterns(summary)
    .slice(0, most)
    .flatMap(({ text, details }, index) => [
      `${index + 1}. ${text}`,
      ...(index < detailed ? details : details.slice(1)).map((detail) => `  ${detail}`),
    ])
  return more === undefined ? lines : [...lines, more]
}

import { capitalized } from '../../../core/report/sentence.ts'
import type { Run } from '../../../core/run/run.ts'
import { textOfGroup, type RunIndex } from '../../../core/views/run-index.ts'
import { breakDown } from '../../../sync/views/run-index/break-down.ts'

const mostReasons = 12

/** Counts the records of a run by result, by language and by reason. */
export function describeBreakdown(index: RunIndex, kind: Run['kind']) {
  const { reasons, ...counts } = breakDown(index)
  return {
    ...counts,
    reasons: reasons.slice(0, mostReasons).map(({ group, ...reason }) => ({
      ...reason,
      id: group.id,
      text: capitalized(textOfGroup(group, kind)),
    })),
    moreReasons: Math.max(0, reasons.length - mostReasons),
  }
}

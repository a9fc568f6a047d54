import { blanksText } from '../../../core/report/reasons/blanks-text.ts'
import { plainText } from '../../../core/report/reasons/reason-text.ts'
import { inGeneral } from '../../../core/report/reasons/show.ts'
import { fieldsInConflict } from '../../../core/page/conflict.ts'
import type { FailingRecord } from '../../../core/decisions/quarantine.ts'
import { namesOf } from '../../../core/merge/page-fields.ts'
import { excerptOf, type OpenDecision } from '../../../core/decisions/open-decision.ts'
import type { FieldNames } from '../../../core/record/field-names.ts'
import type { Run } from '../../../core/run/run.ts'
import { formatCount, formatTime } from '../../../core/text/format.ts'
import { describeDrift, shownStateOf } from '../../../core/report/run-summary.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { linkTo, runUrl } from '../shared/links.ts'

const recordsShown = 3
const reasonsShown = 6
/** The most records that need a decision. */
export const neededShown = 6

/**
 * Shows failing records by reason, records that need a decision, and the last verify. `more`: whether there
 * are others than `undecided`. `names` are those of terms and files in mapped fields.
 */
export function toOverviewWaiting({
  failing,
  undecided,
  names,
  more,
  verify,
}: {
  failing: readonly FailingRecord[]
  undecided: readonly OpenDecision[]
  names: FieldNames
  more: boolean
  verify: Run | undefined
}) {
  const beyond = undecided.length - neededShown
  return {
    failing: byReason(failing),
    needed: undecided.slice(0, neededShown).map((each) => toNeeded(each, names)),
    moreNeeded:
      beyond > 0 || more ? `and ${more ? 'more than ' : ''}${formatCount(Math.max(beyond, 1))} more` : '',
    findings: verify && {
      runId: verify.id,
      url: runUrl(verify.id),
      at: formatTime(verify.finishedAt ?? verify.createdAt),
      found: describeDrift(verify),
      isDrift: shownStateOf(verify) === 'drift',
    },
  }
}

function byReason(failing: readonly FailingRecord[]) {
  const groups = [...Map.groupBy(failing, ({ reasons }) => plainText(reasons, inGeneral))]
  return groups
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, reasonsShown)
    .map(([general, records]) => {
      // The parts that differ within a group are omitted.
      const texts = new Set(records.map(({ reasons }) => plainText(reasons)))
      const [reason = ''] = texts.size === 1 ? texts : [general]
      const resting = records.filter(({ nextTryAt }) => nextTryAt !== undefined).length
      const rest = records.length - recordsShown
      return {
        reason: capitalized(sentenceOf(reason)),
        count: formatCount(records.length),
        some: records.slice(0, recordsShown).map(linkTo),
        more: rest > 0 ? `and ${formatCount(rest)} more` : '',
        quarantined: resting === 0 ? '' : `${formatCount(resting)} in quarantine`,
      }
    })
}

function toNeeded(waiting: OpenDecision, names: FieldNames) {
  const { text, url } = linkTo(waiting)
  const record = { text, url: `${url}#decide-${waiting.language}` }
  const { conflict, suspect } = waiting
  if (conflict === undefined)
    return {
      record,
      what: suspect?.blanks.code === 'values' ? 'unusual values' : 'fields emptied',
      detail: suspect ? capitalized(sentenceOf(blanksText(suspect.blanks))) : '',
    }
  const [first] = conflict.fields
  const excerpt = first && excerptOf(first, names)
  return {
    record,
    what: `conflict in ${namesOf(fieldsInConflict(conflict))}`,
    detail: excerpt ? `Editor: ${excerpt.theirs} · Partner: ${excerpt.ours}` : '',
  }
}

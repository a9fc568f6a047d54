import { meaningOf, type Choice } from '../../../core/decisions/decision.ts'
import { countDecisions } from '../../../core/decisions/bulk-decisions.ts'
import { askMany, describeCounts } from '../../../core/report/bulk-text.ts'
import { recordId } from '../../../core/record/record.ts'
import { countOf, formatCount } from '../../../core/text/format.ts'
import type { ActionForm } from '../../actions/actions.ts'
import { selectedText } from '../../actions/selected-records.ts'
import { findMeant, mostAtOnce } from '../../actions/operations.ts'
import type { OpsDeps } from '../../deps.ts'
import { buttons } from '../product/product-decisions.ts'
import { filterLink, linkTo } from '../shared/links.ts'
import { toDecisionFilter, type ListFilter } from './decisions-model.ts'

const namesShown = 12

/** The effect of a decision on the selected records, or on all that match (`selected` undefined). */
export async function readConfirmation(
  deps: OpsDeps,
  input: { choice: Choice; selected: readonly string[] | undefined; wanted: ListFilter },
) {
  const { choice, selected, wanted } = input
  const back = filterLink('/decisions', { ...wanted, page: 1 })({})
  // A selection is read with the filter of its page; a record that changed since then no longer matches.
  const found = await findMeant(deps, choice, toDecisionFilter(wanted))
  const chosen = selected && new Set(selected)
  const meant = chosen ? found.filter((record) => chosen.has(selectedText(record))) : found
  const taken = meant.slice(0, mostAtOnce)
  const leftOut = chosen ? chosen.size - meant.length : 0
  const left = meant.length - taken.length
  const nothing = chosen?.size === 0 ? 'No record is selected.' : 'None of these records has this choice now.'
  const form: ActionForm = {
    action: 'resolve-many',
    fields: { choice, records: taken.map(selectedText).join(' ') },
    label: buttons[choice].label,
    about: countOf(taken.length, 'record'),
    tone: buttons[choice].tone === 'plain' ? 'main' : buttons[choice].tone,
    back,
    ...(choice === 'hold' && { input: { name: 'reason', label: 'Reason', maxLength: 500 } }),
  }
  return {
    title: taken.length === 0 ? nothing : askMany(choice, taken.length),
    back,
    counts: describeCounts(countDecisions(choice, taken)),
    meaning: meaningOf[choice],
    records: taken.slice(0, namesShown).map((record) => ({ ...linkTo(record), id: recordId(record) })),
    more: taken.length > namesShown ? `and ${formatCount(taken.length - namesShown)} more` : '',
    notes: [
      ...(leftOut > 0
        ? [`${countOf(leftOut, 'selected record')} left out: changed since, or without this choice.`]
        : []),
      ...(left > 0 ? [`${countOf(left, 'more record')} match: decide again for them afterwards.`] : []),
    ],
    action: taken.length === 0 ? undefined : form,
  }
}

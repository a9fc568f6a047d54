import type { DecisionFilter, ListedDecision } from '../../../core/decisions/decision-filter.ts'
import { choices, type Choice } from '../../../core/decisions/decision.ts'
import { conflictFields, decisionKinds, type DecisionKind } from '../../../core/decisions/filter-words.ts'
import { pending as explainPending, suspect as explainSuspect } from '../../../core/report/state-causes.ts'
import type { OpenDecision } from '../../../core/decisions/open-decision.ts'
import type { FieldNames } from '../../../core/record/field-names.ts'
import { recordId } from '../../../core/record/record.ts'
import { countOf, formatCount, formatTime } from '../../../core/text/format.ts'
import { selectedText } from '../../actions/selected-records.ts'
import {
  findDecisions,
  readDecisionNames,
  readOpenDecisions,
} from '../../../sync/decisions/list-decisions.ts'
import type { OpsDeps } from '../../deps.ts'
import { buttons, contested } from '../product/product-decisions.ts'
import { linkTo, runUrl, webLink } from '../shared/links.ts'
import { pageOf } from '../shared/paging.ts'
import { clipSegments } from '../shared/word-diff.ts'

/** The filter as it is in the URL of the page. */
export type ListFilter = Omit<DecisionFilter, 'languages'> & { language?: string | undefined }

export const toDecisionFilter = ({ language, ...rest }: ListFilter): DecisionFilter => ({
  ...rest,
  ...(language !== undefined && { languages: [language] }),
})

const shownAtOnce = 25
/** The most characters of one field. */
const mostShown = 480

const kindLabels: Record<DecisionKind, string> = {
  open: 'needs a decision',
  conflict: 'conflict',
  emptied: 'fields emptied',
  values: 'unusual values',
  held: 'held',
  undone: 'undone',
  decided: 'decided',
}

const fieldLabels: Record<(typeof conflictFields)[number], string> = {
  title: 'title only',
  excerpt: 'excerpt only',
  block: 'mirrored block only',
  image: 'image only',
}

/** A page of the list, with the content of its records. */
export async function readDecisions(
  deps: OpsDeps,
  filter: ListFilter,
  wantedPage: number,
  signal: AbortSignal,
) {
  const found = await findDecisions(deps, toDecisionFilter(filter))
  const { items, page, pages, shown } = pageOf(found, wantedPage, shownAtOnce)
  const [waiting, snapshots, languages] = await Promise.all([
    readOpenDecisions(deps, items),
    deps.snapshots.read(items),
    deps.snapshots.languages(),
  ])
  const fieldNames = await readDecisionNames(deps, waiting, signal)
  const names = new Map(items.map((item, index) => [recordId(item), snapshots[index]?.product.name ?? '']))
  const texts = new Map(waiting.map((each) => [recordId(each), each]))
  const offered = choices.filter((choice) => found.some((each) => each.choices.includes(choice)))
  return {
    filter: { ...filter, page },
    page,
    pages,
    shown,
    ...summaryOf(found),
    isFiltered: Object.values(filter).some((value) => value !== undefined),
    kinds: decisionKinds.map((value) => ({ value, label: kindLabels[value] })),
    fields: [
      ...conflictFields.map((value) => ({ value, label: fieldLabels[value] })),
      ...deps.renderer.mapped.map((value) => ({ value, label: `${value} only` })),
    ],
    languages: languages.toSorted(),
    rows: items.flatMap((item) => {
      const text = texts.get(recordId(item))
      return text === undefined
        ? []
        : [toRow(item, text, { name: names.get(recordId(item)) ?? '', fieldNames })]
    }),
    buttons: offered.map((choice) => ({ choice, tone: buttons[choice].tone, label: labelOf(choice) })),
  }
}

/** Short, because the buttons stay in view on a phone. The confirmation explains the choice. */
function labelOf(choice: Choice): string {
  return `${choice.slice(0, 1).toUpperCase()}${choice.slice(1)}`
}

function summaryOf(found: readonly ListedDecision[]) {
  const open = found.filter(({ kinds }) => kinds.includes('open')).length
  const rest = found.length - open
  const parts = [
    ...(open > 0 || rest === 0 ? [`${countOf(open, 'record needs', 'records need')} a decision`] : []),
    ...(rest > 0 ? [`${countOf(rest, 'record has', 'records have')} a pending decision`] : []),
  ]
  return { total: found.length, count: formatCount(found.length), summary: `${parts.join('; ')}.` }
}

function toRow(
  listed: ListedDecision,
  waiting: OpenDecision,
  { name, fieldNames }: { name: string; fieldNames: FieldNames },
) {
  const { conflict, suspect, pending } = waiting
  const found = conflict ?? suspect
  return {
    value: selectedText(listed),
    gtin: listed.gtin,
    language: listed.language,
    name,
    product: `${linkTo(listed).url}#decide-${listed.language}`,
    kinds: listed.kinds.filter((kind) => kind !== 'open').map((kind) => ({ kind, label: kindLabels[kind] })),
    page: conflict && { id: conflict.pageId, link: webLink(conflict.link) },
    found: found && { at: formatTime(found.at), runId: found.runId, url: runUrl(found.runId) },
    reasons: [...(suspect ? [explainSuspect(suspect)] : []), ...(pending ? [explainPending(pending)] : [])],
    fields: (conflict?.fields ?? []).map((field) => {
      const { field: label, base, editor, partner } = contested(field, conflict ?? {}, fieldNames)
      return {
        label,
        base: clipSegments(base, mostShown),
        editor: clipSegments(editor, mostShown),
        partner: clipSegments(partner, mostShown),
      }
    }),
  }
}

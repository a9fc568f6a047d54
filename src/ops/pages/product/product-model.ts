import { plainWhyOf } from '../../../core/report/history.ts'
import { codeOf, nameOfState, recordStates, stateOf } from '../../../core/report/record-state.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { recordId } from '../../../core/record/record.ts'
import { readDecisionNames } from '../../../sync/decisions/list-decisions.ts'
import type { ActionForm } from '../../actions/actions.ts'
import type { OpsDeps } from '../../deps.ts'
import { formatTime } from '../../../core/text/format.ts'
import { decisionsOf, resolveForm, type ExplainedForm } from './product-decisions.ts'
import type { ProductFacts, RecordFacts } from './product-facts.ts'
import {
  checkPartner,
  readCurrentPages,
  readEdits,
  type CurrentPages,
  type PartnerCheck,
} from './product-live.ts'
import { reasonsOf } from './product-state.ts'
import { valuesOf } from './product-values.ts'
import { webLink } from '../shared/links.ts'

/**
 * `language` is shown in full, by default the one with the most severe state; `ask` compares it with the
 * partner.
 */
type Wanted = { gtin: string; language: string | undefined; ask: boolean }

const mostHistory = 100

/** Builds a product's page; reads its pages from the CMS. */
export async function readProductPage(
  deps: OpsDeps,
  { records, entries }: ProductFacts,
  { gtin, language, ask }: Wanted,
  signal: AbortSignal,
) {
  const chosen = records.find((record) => record.language === language) ?? mostSevere(records)
  const ids = records.flatMap(({ snapshot }) => (snapshot ? [snapshot.pageId] : []))
  const [current, partner] = await Promise.all([
    readCurrentPages(deps, ids, signal),
    ask && chosen ? checkPartner(deps, chosen, signal) : undefined,
  ])
  const [detail, names] = await Promise.all([
    chosen && readDetail(deps, chosen, { current, partner }, signal),
    readDecisionNames(deps, records, signal),
  ])
  const rows = records.map((record) => toRow(record, current, record === chosen))
  return {
    gtin,
    name: (chosen?.snapshot ?? records.find(({ snapshot }) => snapshot)?.snapshot)?.product.name ?? '',
    rows,
    counts: recordStates
      .toReversed()
      .map((state) => ({
        state,
        name: nameOfState(state),
        count: rows.filter((row) => row.state === state).length,
      }))
      .filter(({ count }) => count > 0),
    problem: current.problem,
    decisions: records.flatMap((record) => decisionsOf(record, reasonsOf(record), names) ?? []),
    detail,
    history: entries.slice(0, mostHistory).map((entry) => ({
      at: formatTime(entry.at),
      language: entry.language,
      what: entry.result,
      why: sentenceIn(plainWhyOf(entry)),
      fields: (entry.fields ?? []).join(', '),
      runId: entry.runId,
    })),
    moreHistory: entries.length > mostHistory,
    sync: {
      action: 'start',
      fields: { kind: 'sync', gtin },
      label: 'Sync this product',
      about: `product ${gtin} in all languages`,
      tone: 'main',
    } satisfies ActionForm,
  }
}

function sentenceIn(clause: string): string {
  return clause === '' ? '' : capitalized(sentenceOf(clause))
}

function mostSevere(records: readonly RecordFacts[]): RecordFacts | undefined {
  return records.toSorted((a, b) => codeOf(stateOf(b)) - codeOf(stateOf(a)))[0]
}

/** A row of the table of languages. */
function toRow(record: RecordFacts, { pages }: CurrentPages, selected: boolean) {
  const { language, snapshot, last } = record
  const page = snapshot && pages.get(snapshot.pageId)
  return {
    language,
    ...shownState(record),
    reasons: reasonsOf(record),
    pageId: snapshot?.pageId,
    link: webLink(page?.link ?? last?.link),
    status: page?.status,
    written: snapshot && formatTime(snapshot.writtenAt),
    runId: snapshot?.runId,
    selected,
  }
}

/** One language in full; `noPage` explains a missing `page`. */
async function readDetail(
  deps: OpsDeps,
  record: RecordFacts,
  { current: { pages, problem }, partner }: { current: CurrentPages; partner: PartnerCheck | undefined },
  signal: AbortSignal,
) {
  const { gtin, language, snapshot } = record
  const page = snapshot && pages.get(snapshot.pageId)
  const { diffs, block } =
    page && snapshot
      ? await readEdits(deps, { gtin, language, page }, snapshot, signal)
      : { diffs: [], block: true }
  return {
    language,
    ...shownState(record),
    values: snapshot ? valuesOf(snapshot.product) : [],
    asOf: snapshot && formatTime(snapshot.writtenAt),
    partner,
    page: page && {
      id: page.id,
      link: webLink(page.link),
      status: page.status,
      modified: formatTime(`${page.modifiedGmt}Z`),
    },
    noPage: problem ?? (snapshot ? `Page ${snapshot.pageId} no longer exists in the CMS.` : 'No page.'),
    edits: diffs,
    block,
    forms: formsFor(record, diffs.length > 0 && snapshot?.state === 'mirrored'),
  }
}

function shownState(record: RecordFacts) {
  const state = stateOf(record)
  return { state, stateName: nameOfState(state) }
}

function formsFor(record: RecordFacts, edited: boolean): ExplainedForm[] {
  const { gtin, language, failing, conflict, suspect, pending } = record
  const about = recordId(record)
  const fields = { gtin, language }
  const retry: ExplainedForm = {
    form: { action: 'retry', fields, label: 'Retry', about, tone: 'main' },
    meaning: 'The next run tries this record again, without waiting for the quarantine to end.',
  }
  const sync: ExplainedForm = {
    form: { action: 'start', fields: { kind: 'sync', ...fields }, label: 'Sync this language', about },
    meaning: 'Starts a sync of this record only.',
  }
  // The card of its decision contains all choices.
  const hasCard = (conflict ?? suspect ?? pending) !== undefined
  return [
    ...(failing?.nextTryAt === undefined ? [] : [retry]),
    sync,
    ...(edited && !hasCard ? [resolveForm(record, 'overwrite')] : []),
    ...(hasCard ? [] : [resolveForm(record, 'hold')]),
  ]
}

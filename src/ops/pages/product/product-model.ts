import { whyOf } from '../../../core/decisions/history.ts'
import type { ActionForm } from '../../actions/actions.ts'
import type { OpsDeps } from '../../deps.ts'
import { formatTime } from '../../http/format.ts'
import { cellStates, type CellState } from '../coverage/cell-state.ts'
import { decisionsOf, resolveForm, type Decisions } from './product-decisions.ts'
import type { ProductFacts, RecordFacts } from './product-facts.ts'
import { askPartner, editsOn, readCurrentPages, type Asked, type CurrentState } from './product-live.ts'
import { reasonsOf, stateOf } from './product-state.ts'
import { valuesOf, type NamedValue } from './product-values.ts'
import { webLink } from '../shared/web-link.ts'
import { withoutCommands } from '../../../core/report/reason.ts'
import type { WordDiff } from '../shared/word-diff.ts'

type Row = {
  language: string
  state: CellState
  reasons: string[]
  pageId: number | undefined
  link: string | undefined
  status: string | undefined
  written: string | undefined
  runId: string | undefined
  selected: boolean
}

/** One language of a product in full. */
type Detail = {
  language: string
  state: CellState
  values: NamedValue[]
  /** When the page was last written with them. */
  asOf: string | undefined
  asked: Asked | undefined
  page: { id: number; link: string | undefined; status: string; modified: string } | undefined
  /** Why there is no `page`. */
  noPage: string
  edits: (WordDiff & { field: string })[]
  block: boolean
  forms: { form: ActionForm; meaning: string }[]
}

/** All that a product’s page shows. */
export type ProductPage = {
  gtin: string
  name: string
  rows: Row[]
  counts: { state: CellState; count: number }[]
  problem: string | undefined
  decisions: Decisions[]
  detail: Detail | undefined
  history: { at: string; language: string; what: string; why: string; fields: string; runId: string }[]
  moreHistory: boolean
  resync: ActionForm
}

/** `language` is shown in full, by default the one that needs a person most; `ask`: the partner is asked for it. */
type Wanted = { gtin: string; language: string | undefined; ask: boolean }

const mostHistory = 100

/** Makes a product’s page of what is known of it; looks at its pages in the CMS. */
export async function readProductPage(
  deps: Pick<OpsDeps, 'cms' | 'partner'>,
  { records, entries }: ProductFacts,
  { gtin, language, ask }: Wanted,
  signal: AbortSignal,
): Promise<ProductPage> {
  const chosen = records.find((record) => record.language === language) ?? gravest(records)
  const ids = records.flatMap(({ snapshot }) => (snapshot ? [snapshot.pageId] : []))
  const [current, asked] = await Promise.all([
    readCurrentPages(deps, ids, signal),
    ask && chosen ? askPartner(deps, chosen, chosen.snapshot, signal) : undefined,
  ])
  const rows = records.map((record) => toRow(record, current, record === chosen))
  return {
    gtin,
    name: (chosen?.snapshot ?? records.find(({ snapshot }) => snapshot)?.snapshot)?.product.name ?? '',
    rows,
    counts: cellStates
      .toReversed()
      .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
      .filter(({ count }) => count > 0),
    problem: current.problem,
    decisions: records.flatMap((record) => decisionsOf(record, reasonsOf(record)) ?? []),
    detail: chosen && toDetail(chosen, current, asked),
    history: entries.slice(0, mostHistory).map((entry) => ({
      at: formatTime(entry.at),
      language: entry.language,
      what: entry.result,
      why: withoutCommands(whyOf(entry)),
      fields: (entry.fields ?? []).join(', '),
      runId: entry.runId,
    })),
    moreHistory: entries.length > mostHistory,
    resync: {
      action: 'start',
      fields: { kind: 'sync', gtin },
      label: 'Resync now',
      about: `product ${gtin} in all languages`,
      tone: 'main',
    },
  }
}

function gravest(records: readonly RecordFacts[]): RecordFacts | undefined {
  return records.toSorted((a, b) => cellStates.indexOf(stateOf(b)) - cellStates.indexOf(stateOf(a)))[0]
}

function toRow(record: RecordFacts, { pages }: CurrentState, selected: boolean): Row {
  const { language, snapshot, last } = record
  const page = snapshot && pages.get(snapshot.pageId)
  return {
    language,
    state: stateOf(record),
    reasons: reasonsOf(record),
    pageId: snapshot?.pageId,
    link: webLink(page?.link ?? last?.link),
    status: page?.status,
    written: snapshot && formatTime(snapshot.writtenAt),
    runId: snapshot?.runId,
    selected,
  }
}

function toDetail(record: RecordFacts, { pages, problem }: CurrentState, asked: Asked | undefined): Detail {
  const { gtin, language, snapshot, failing, conflict, suspect, pending } = record
  const page = snapshot && pages.get(snapshot.pageId)
  const { diffs, block } = page && snapshot ? editsOn(record, page, snapshot) : { diffs: [], block: true }
  const waits = conflict ?? suspect ?? pending
  const edited = diffs.length > 0 && snapshot?.state === 'mirrored'
  return {
    language,
    state: stateOf(record),
    values: snapshot ? valuesOf(snapshot.product) : [],
    asOf: snapshot && formatTime(snapshot.writtenAt),
    asked,
    page: page && {
      id: page.id,
      link: webLink(page.link),
      status: page.status,
      modified: formatTime(`${page.modifiedGmt}Z`),
    },
    noPage: problem ?? (snapshot ? `Page ${snapshot.pageId} is gone from the CMS.` : 'It has no page.'),
    edits: diffs,
    block,
    forms: [
      ...(failing?.nextTryAt === undefined
        ? []
        : [
            {
              form: retryForm(gtin, language),
              meaning: 'the next run asks for it again, without waiting for its break to end',
            },
          ]),
      {
        form: resyncForm(gtin, language),
        meaning: 'a run over this record alone: asks the partner, and writes what differs',
      },
      ...(waits ? [] : [...(edited ? [resolveForm(record, 'overwrite')] : []), resolveForm(record, 'hold')]),
    ],
  }
}

function resyncForm(gtin: string, language: string): ActionForm {
  const fields = { kind: 'sync', gtin, language }
  return { action: 'start', fields, label: 'Resync this language', about: `${gtin}/${language}` }
}

function retryForm(gtin: string, language: string): ActionForm {
  return {
    action: 'retry',
    fields: { gtin, language },
    label: 'Retry',
    about: `${gtin}/${language}`,
    tone: 'main',
  }
}

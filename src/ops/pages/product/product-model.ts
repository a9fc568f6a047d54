import { whyOf } from '../../../core/decisions/history.ts'
import type { ActionForm } from '../../actions/actions.ts'
import type { OpsDeps } from '../../deps.ts'
import { formatTime } from '../../http/format.ts'
import { cellStates, type CellState } from '../coverage/cell-state.ts'
import { decisionsOf, resolveForm, type Decisions } from './product-decisions.ts'
import type { ProductFacts, RecordFacts } from './product-facts.ts'
import {
  checkPartner,
  editsOn,
  readCurrentPages,
  type CurrentPages,
  type PartnerCheck,
} from './product-live.ts'
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
  /** When the mirror last wrote these values. */
  asOf: string | undefined
  partner: PartnerCheck | undefined
  page: { id: number; link: string | undefined; status: string; modified: string } | undefined
  /** Why there is no `page`. */
  noPage: string
  edits: (WordDiff & { field: string })[]
  block: boolean
  forms: { form: ActionForm; meaning: string }[]
}

/** Everything on a product's page. */
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
  sync: ActionForm
}

/** `language` is shown in full, by default the most severe one; `ask` compares it with the partner. */
type Wanted = { gtin: string; language: string | undefined; ask: boolean }

const mostHistory = 100

/** Builds a product's page; reads its pages from the CMS. */
export async function readProductPage(
  deps: Pick<OpsDeps, 'cms' | 'partner'>,
  { records, entries }: ProductFacts,
  { gtin, language, ask }: Wanted,
  signal: AbortSignal,
): Promise<ProductPage> {
  const chosen = records.find((record) => record.language === language) ?? mostSevere(records)
  const ids = records.flatMap(({ snapshot }) => (snapshot ? [snapshot.pageId] : []))
  const [current, partner] = await Promise.all([
    readCurrentPages(deps, ids, signal),
    ask && chosen ? checkPartner(deps, chosen, chosen.snapshot, signal) : undefined,
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
    detail: chosen && toDetail(chosen, current, partner),
    history: entries.slice(0, mostHistory).map((entry) => ({
      at: formatTime(entry.at),
      language: entry.language,
      what: entry.result,
      why: withoutCommands(whyOf(entry)),
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
    },
  }
}

function mostSevere(records: readonly RecordFacts[]): RecordFacts | undefined {
  return records.toSorted((a, b) => cellStates.indexOf(stateOf(b)) - cellStates.indexOf(stateOf(a)))[0]
}

function toRow(record: RecordFacts, { pages }: CurrentPages, selected: boolean): Row {
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

function toDetail(
  record: RecordFacts,
  { pages, problem }: CurrentPages,
  partner: PartnerCheck | undefined,
): Detail {
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
    forms: [
      ...(failing?.nextTryAt === undefined
        ? []
        : [
            {
              form: retryForm(gtin, language),
              meaning: 'the next run tries this record again, without waiting for the quarantine to end',
            },
          ]),
      {
        form: syncForm(gtin, language),
        meaning: 'starts a sync of this record only',
      },
      ...(waits ? [] : [...(edited ? [resolveForm(record, 'overwrite')] : []), resolveForm(record, 'hold')]),
    ],
  }
}

function syncForm(gtin: string, language: string): ActionForm {
  const fields = { kind: 'sync', gtin, language }
  return { action: 'start', fields, label: 'Sync this language', about: `${gtin}/${language}` }
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

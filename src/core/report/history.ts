import type { Outcome } from '../run/change.ts'
import {
  arrivedAsset,
  changedFile,
  decidedByPerson,
  movedFile,
  olderOnPage,
  rewritten,
} from '../plan/decide.ts'
import { linkedLanguages } from '../page/links.ts'
import type { RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'

/** How long runs and the history are kept. */
export const historyDays = 90

/** One outcome of a record and its run. */
export type HistoryEntry = Outcome & {
  at: string
  runId: string
  kind: 'sync' | 'plan' | 'rebuild' | 'verify' | 'undo'
  trigger: 'cli' | 'schedule' | 'api' | 'dashboard'
}

type Cause = Pick<HistoryEntry, 'kind' | 'result' | 'fields' | 'reason'>

/** Why a record's page was changed or left unchanged, in one line. */
export function whyOf(entry: Cause): string {
  return [causeOf(entry), entry.reason].filter((part) => part !== undefined).join('; ')
}

/** The cause of a write; undefined if nothing was written, because the reason is enough then. */
function causeOf({ kind, result, fields, reason }: Cause): string | undefined {
  if (kind === 'verify') return wrote.has(result) ? 'repaired by verify' : undefined
  if (result === 'updated') return causeOfUpdate(fields)
  if (result === 'restored') return 'back at the partner'
  return result === 'created' && reason === undefined ? 'new at the partner' : undefined
}

const wrote: ReadonlySet<Outcome['result']> = new Set(['created', 'updated', 'restored'])

function causeOfUpdate(fields: readonly string[] | undefined): string {
  if (fields === undefined) return 'the page already existed in the CMS'
  return [...new Set(fields.map((field) => causeOfField(field) ?? 'the partner changed it'))].join('; ')
}

/** The cause named by an entry of `fields` that is not a field of the partner; undefined for any other entry. */
export function causeOfField(field: string): string | undefined {
  return causes.get(field)
}

const causes: ReadonlyMap<string, string> = new Map([
  ['template', 'the template or the labels changed'],
  [decidedByPerson, 'a decision was applied'],
  [rewritten, 'an operator requested a rewrite of every page'],
  [olderOnPage, 'the page shows an older version of ours'],
  [arrivedAsset, 'a missing asset became available'],
  [changedFile, 'a file changed at its address'],
  [movedFile, 'its files have other addresses'],
  [linkedLanguages, 'the product’s pages in other languages changed'],
])

/** A product's pages as last acknowledged, and its outcomes, newest first. */
export type ProductHistory = {
  pages: (RecordKey & Pick<Snapshot, 'pageId' | 'state' | 'digest' | 'runId' | 'writtenAt'>)[]
  entries: HistoryEntry[]
  /** All languages that have pages of any product. */
  languages: string[]
}

/** The message for a product without pages and history; undefined for any other. */
export function sayUnknown(
  { pages, entries, languages }: ProductHistory,
  gtin: string,
  language: string | undefined,
): string | undefined {
  if (pages.length > 0 || entries.length > 0) return undefined
  const record = language === undefined ? `product ${gtin}` : `product ${gtin} in ${language}`
  const mirrored =
    languages.length === 0 ? 'No product has pages yet' : `Products have pages in ${languages.join(', ')}`
  return `Nothing is known about ${record}: it has no page, and no run in the last ${historyDays} days processed it. ${mirrored}. Is it in the catalogue?`
}

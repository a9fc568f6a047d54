import type { Outcome } from './change.ts'
import type { RecordKey } from './record.ts'
import type { Snapshot } from './snapshot.ts'

/** How long runs, and with them the history, are kept. */
export const historyDays = 90

/** One thing that happened to a record, with the run in which it did. */
export type HistoryEntry = Outcome & {
  at: string
  runId: string
  kind: 'sync' | 'plan' | 'rebuild' | 'verify' | 'undo'
  trigger: 'cli' | 'schedule' | 'api'
}

/** Why a record's page was changed, or left alone, in one line for people. */
export function whyOf({ kind, result, fields, reason }: HistoryEntry): string {
  const cause = causeOf(kind, result, fields)
  return [cause, reason].filter((part) => part !== undefined).join('; ')
}

function causeOf(
  kind: HistoryEntry['kind'],
  result: Outcome['result'],
  fields: readonly string[] | undefined,
): string | undefined {
  if (kind === 'verify') return 'repaired by verify'
  if (kind === 'undo') return 'asked for by a person'
  if (result === 'restored') return 'back at the partner'
  if (result === 'created') return 'new at the partner'
  if (result !== 'updated') return undefined
  if (fields === undefined) return 'the page stood in the CMS already'
  const partners = fields.filter((field) => field !== 'template')
  return [
    ...(partners.length > 0 ? ['the partner changed it'] : []),
    ...(fields.includes('template') ? ['the template or the labels changed'] : []),
  ].join('; ')
}

/** What is known of a product: its pages as the mirror acknowledged them, and what happened, newest first. */
export type ProductHistory = {
  pages: (RecordKey & Pick<Snapshot, 'pageId' | 'state' | 'digest' | 'runId' | 'writtenAt'>)[]
  entries: HistoryEntry[]
  /** The languages that have pages, of any product. */
  languages: string[]
}

/** Says that nothing is known of a product, and what is; undefined when something is. */
export function sayUnknown(
  { pages, entries, languages }: ProductHistory,
  gtin: string,
  language: string | undefined,
): string | undefined {
  if (pages.length > 0 || entries.length > 0) return undefined
  const record = language === undefined ? `product ${gtin}` : `product ${gtin} in ${language}`
  const mirrored =
    languages.length === 0 ? 'No product has pages yet' : `Products have pages in ${languages.join(', ')}`
  return `Nothing is known of ${record}: it has no page, and no run of the last ${historyDays} days met it. ${mirrored}. Is it in the catalogue?`
}

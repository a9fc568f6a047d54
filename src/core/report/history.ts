import { withText } from './record-reports.ts'
import { plainText, reasonText } from './reasons/reason-text.ts'
import { inFull, type Show } from './reasons/show.ts'
import { z } from 'zod'
import { Outcome } from '../run/change.ts'
import {
  arrivedAsset,
  changedFile,
  decidedByPerson,
  movedFile,
  olderOnPage,
  publication,
  rewritten,
} from '../plan/decide.ts'
import { linkedLanguages, linkedSizes, linkedSuccessor } from '../page/links.ts'
import { RecordKey } from '../record/record.ts'
import { Run } from '../run/run.ts'

/** How long runs and the history are kept. */
export const historyDays = 90

/** One outcome of a record and its run. */
const HistoryEntry = z.strictObject({
  ...Outcome.shape,
  at: z.string(),
  runId: z.string(),
  kind: Run.shape.kind,
  trigger: Run.shape.trigger,
  part: z
    .string()
    .exactOptional()
    .describe('The part of its plan, or of the run it undid, that the run wrote: `a sample of 5 records`.'),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

type Cause = Pick<HistoryEntry, 'gtin' | 'language' | 'kind' | 'result' | 'fields' | 'reasons'>

/** Why a record's page was changed or left unchanged, in one line with the commands that help. */
export function whyOf(entry: Cause, mirror: string | undefined, show: Show = inFull): string {
  return joined(causeOf(entry), reasonText(entry, entry.reasons, mirror, show))
}

/** The same without commands. */
export function plainWhyOf(entry: Cause, show: Show = inFull): string {
  return joined(causeOf(entry), plainText(entry.reasons, show))
}

function joined(cause: string | undefined, reasons: string): string {
  return [cause ?? '', reasons].filter((part) => part !== '').join('; ')
}

/** The cause of a write; undefined if nothing was written, because the reason is enough then. */
function causeOf({ kind, result, fields, reasons }: Cause): string | undefined {
  if (kind === 'verify') return wrote.has(result) ? 'repaired by verify' : undefined
  if (result === 'updated') return causeOfUpdate(fields)
  if (result === 'restored') return 'back at the partner'
  return result === 'created' && reasons === undefined ? 'new at the partner' : undefined
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
  [publication, 'the draft has all fields for its publication'],
  [olderOnPage, 'the page shows an older version of ours'],
  [arrivedAsset, 'a missing asset became available'],
  [changedFile, 'a file changed at its address'],
  [movedFile, 'its files have other addresses'],
  [linkedLanguages, 'the product’s pages in other languages changed'],
  [linkedSizes, 'the pages of its other sizes changed'],
  [linkedSuccessor, 'the page of the successor changed'],
])

/** A product's pages as last acknowledged, and its outcomes, newest first. */
export type ProductHistory = {
  pages: HistoryPage[]
  entries: HistoryEntry[]
  /** All languages that have pages of any product. */
  languages: string[]
}

const HistoryPage = z.strictObject({
  ...RecordKey.shape,
  pageId: z.int(),
  state: z.enum(['mirrored', 'retired']),
  digest: z.string(),
  runId: z.string(),
  writtenAt: z.string(),
})
type HistoryPage = z.infer<typeof HistoryPage>

/** The history of a product as programs read it. */
export const HistoryReport = z.strictObject({
  gtin: z.string(),
  pages: z.array(HistoryPage).describe('The pages as last acknowledged.'),
  entries: z
    .array(
      z.strictObject({
        ...HistoryEntry.omit({ reasons: true }).shape,
        reason: z.string().exactOptional(),
        why: z.string(),
      }),
    )
    .describe('The outcomes of the last 90 days, newest first, and why each page was changed or not.'),
})
export type HistoryReport = z.infer<typeof HistoryReport>

export function toHistoryReport(
  gtin: string,
  { pages, entries }: ProductHistory,
  mirror: string | undefined,
): HistoryReport {
  return {
    gtin,
    pages,
    entries: entries.map((entry) => ({ ...withText(entry, mirror), why: whyOf(entry, mirror) })),
  }
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

import { digestOf } from './digest.ts'
import { factsOf, readingOf } from './facts.ts'
import type { MergeField } from './merge.ts'
import type { PageTexts } from './page.ts'
import type { RecordKey } from './record.ts'

/** What a person decided about one record; stands until it is carried out or taken back. */
export type Order = { at: string; by: string } & (
  | /** Nothing is written to the page, whatever the partner says. */ { kind: 'hold'; reason: string }
  | /** These fields are ours once more, if they still say what the person saw. */ {
      kind: 'overwrite'
      fields: MergeField[]
      /** Digest of what the page said when the person decided. */
      seen: string
    }
  | /** This version of the product is wanted, blank as it is. */ { kind: 'accept'; digest: string }
)

export type Hold = Extract<Order, { kind: 'hold' }>

/** A digest of what a page says in some fields; the engine's rewriting does not change it, an editor's word does. */
export function seenDigest(
  fields: readonly MergeField[],
  texts: { [field in MergeField]?: PageTexts[field] | string | undefined },
): string {
  return digestOf(fields.map((field) => [field, saying(field, String(texts[field] ?? ''))]))
}

function saying(field: MergeField, text: string): unknown {
  return field === 'inner' ? factsOf(text) : readingOf(text)
}

/** Why nothing is done to a record that a person holds, and how to end it. */
export function explainHold(key: RecordKey, { by, at, reason }: Hold): string {
  const why = reason === '' ? '' : `: ${reason}`
  return `held by ${by} since ${at.slice(0, 10)}${why}. To have it mirrored again: ${settleCommand(key, 'release')}`
}

/** The command that settles what waits for a person. */
export function settleCommand({ gtin, language }: RecordKey, choice: string): string {
  return `product-mirror settle ${gtin} ${language} ${choice}`
}

/** The order that keeps the next sync from doing again what the run `runId` undid; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string): Order {
  return { at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId) }
}

/** Whether an order came with that undo and no person gave one since. */
export function isHoldOfUndo(order: Order, runId: string): boolean {
  return order.kind === 'hold' && order.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`

import type { MergeField } from './merge.ts'

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

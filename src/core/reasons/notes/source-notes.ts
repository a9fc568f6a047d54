import { z } from 'zod'

const detail = z.string()
const language = z.string()
const pages = z.int()
/** Runs in a row that must miss a page before it is retired, and the hours between them. */
const required = { misses: z.int(), hours: z.number() }

/** Notes about the catalogue, the partner, stored values and lost jobs. */
export const sourceNotes = [
  z.strictObject({ code: z.literal('catalog'), detail }),
  /** Cells of the column `successor` without the GTIN of another product. */
  z.strictObject({ code: z.literal('successors-unusable'), count: z.int(), example: z.string() }),
  /** A column that an earlier run has read. */
  z.strictObject({ code: z.literal('column-missing'), column: z.string() }),
  /** Products whose entry omits a column that an earlier run has read; `gtin` is one of them. */
  z.strictObject({
    code: z.literal('column-omitted'),
    column: z.string(),
    products: z.int(),
    gtin: z.string(),
  }),
  z.strictObject({ code: z.literal('language-not-served'), language }),
  z.strictObject({ code: z.literal('not-in-catalog'), gtin: z.string() }),
  /** A record changed, and its ETag did not. */
  z.strictObject({ code: z.literal('wrong-etags'), recordId: z.string() }),
  /** A stored value is unusable; `detail` names it and the place to which it was moved. */
  z.strictObject({ code: z.literal('damaged-value'), detail }),
  /** The job that should plan these records was lost. */
  z.strictObject({ code: z.literal('not-planned'), count: z.int() }),
  /** Missing in the catalogue, of which `unreadable` entries cannot be read. */
  z.strictObject({ code: z.literal('kept-unreadable'), pages, unreadable: z.int() }),
  z.strictObject({ code: z.literal('kept-delisted'), pages, ...required }),
  z.strictObject({ code: z.literal('kept-language'), language, pages, ...required }),
  /** Too many of the records could not be read. */
  z.strictObject({ code: z.literal('not-retired'), pages, failed: z.int(), records: z.int() }),
] as const

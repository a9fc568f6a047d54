import { z } from 'zod'
import { MergeField } from '../record/page.ts'

/** A field of a page that is merged. */
const fields = z.array(MergeField)
/** An operator's decision: who made it, and when. */
const decided = { by: z.string(), at: z.string() }
/** `parts`: the parts of the mirrored block that are concerned. */
const parts = z.int().exactOptional()
const status = z.string()

/** How an editor's changes were treated. */
export const mergeReasons = [
  z.strictObject({ code: z.literal('conflict'), fields, parts }),
  z.strictObject({ code: z.literal('edited'), fields, parts }),
  /** New text of the partner would show a part that the editor hid. */
  z.strictObject({ code: z.literal('withheld') }),
  z.strictObject({ code: z.literal('overwritten'), fields, ...decided }),
  /** The page was changed after the decision to overwrite it. */
  z.strictObject({ code: z.literal('overwrite-outdated'), ...decided }),
  z.strictObject({ code: z.literal('nothing-to-overwrite'), fields, ...decided }),
  z.strictObject({ code: z.literal('image-missing') }),
  z.strictObject({
    code: z.literal('block'),
    block: z.enum(['unlocked', 'emptied', 'missing', 'duplicate', 'broken']),
  }),
  /** An editor's save restored an old version of the block. */
  z.strictObject({ code: z.literal('stale-block') }),
  /** The page has a status that hides it; `known`: an editor set it. */
  z.strictObject({ code: z.literal('hidden'), status, known: z.literal(true).exactOptional() }),
  z.strictObject({ code: z.literal('trashed') }),
  /** An editor saved in the second of a write. */
  z.strictObject({ code: z.literal('edit-restored') }),
  z.strictObject({ code: z.literal('written-again') }),
  z.strictObject({ code: z.literal('saved-repeatedly'), pageId: z.int(), revision: z.int() }),
  z.strictObject({
    code: z.literal('edit-not-restored'),
    pageId: z.int(),
    link: z.string(),
    revision: z.int(),
    detail: z.string(),
  }),
] as const

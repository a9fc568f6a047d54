import { z } from 'zod'
import { MergeField } from '../record/page.ts'

const detail = z.string()
const status = z.string()
const fields = z.array(MergeField)

/** Why and how a page was retired, or why not. */
export const retireReasons = [
  z.strictObject({
    code: z.literal('retired'),
    why: z.enum(['absent at the partner', 'left the catalogue', 'language no longer mirrored']),
  }),
  z.strictObject({ code: z.literal('gone-already') }),
  z.strictObject({ code: z.literal('trashed-already') }),
  z.strictObject({ code: z.literal('status-already'), status }),
  z.strictObject({ code: z.literal('has-password') }),
  /** An editor changed the page, or has it open. */
  z.strictObject({ code: z.literal('made-draft'), open: z.boolean() }),
  /** The page shows a notice that its product is no longer available. */
  z.strictObject({ code: z.literal('shows-notice') }),
  /** The mirrored block has no place for a notice. */
  z.strictObject({
    code: z.literal('no-notice'),
    block: z.enum(['emptied', 'missing', 'duplicate', 'broken', 'unclear']),
  }),
  z.strictObject({ code: z.literal('not-retired'), cause: z.enum(['unsaved', 'refused', 'unread']), detail }),
] as const

/** How a change was undone, or why not. */
export const undoReasons = [
  z.strictObject({ code: z.literal('undone'), runId: z.string() }),
  z.strictObject({ code: z.literal('undo-unknown') }),
  z.strictObject({ code: z.literal('undo-written-since'), runId: z.string() }),
  z.strictObject({ code: z.literal('undo-gone'), pageId: z.int().exactOptional() }),
  z.strictObject({ code: z.literal('undo-no-text') }),
  /** The page does not show the fields, or the run did not change them. */
  z.strictObject({ code: z.literal('undo-not-shown') }),
  /** The template, the labels or the map changed since, so the fields cannot be reverted separately. */
  z.strictObject({ code: z.literal('undo-other-template') }),
  z.strictObject({ code: z.literal('undo-no-file'), field: z.string() }),
  z.strictObject({ code: z.literal('undo-trashed') }),
  /** `block`: the mirrored block cannot be identified. */
  z.strictObject({
    code: z.literal('undo-edited'),
    fields: fields.exactOptional(),
    block: z.enum(['missing', 'duplicate', 'broken']).exactOptional(),
  }),
  z.strictObject({ code: z.literal('undo-moved'), status, did: z.string().exactOptional() }),
  z.strictObject({ code: z.literal('undo-only-block') }),
  z.strictObject({ code: z.literal('undo-was-draft') }),
  z.strictObject({ code: z.literal('undo-held'), note: z.string() }),
  z.strictObject({ code: z.literal('undo-open') }),
  z.strictObject({ code: z.literal('undo-unsaved'), detail }),
  z.strictObject({ code: z.literal('undo-refused'), detail }),
] as const

import { z } from 'zod'

const target = {
  /** id or slug; default: drawn by the seed from the pages with a mirrored block outside the trash */
  page: z.union([z.int().min(1), z.string().min(1)]).optional(),
  /** number of pages to draw */
  draw: z.int().min(1).max(1000).default(1),
}
const texts = {
  ...target,
  /** plain text; default: generated from the seed */
  text: z.string().min(1).optional(),
}

/** One kind of action. An unknown field is rejected with the list of known ones. */
function action<const K extends string, S extends z.ZodRawShape>(name: K, members: S) {
  const shape = { do: z.literal(name), ...members }
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown: ${issue.keys.join(', ')}; "${name}" may have: ${Object.keys(shape).join(', ')}`
        : undefined,
  })
}

const actions = [
  /** Replaces one drawn text node inside the mirrored block. Without `text`, appends a mark to it. */
  action('edit-inside', texts),
  /** Adds a paragraph directly before or after the mirrored block. */
  action('edit-outside', { ...texts, where: z.enum(['before', 'after']).default('after') }),
  action('set-title', texts),
  action('set-excerpt', texts),
  action('trash', target),
  /** Restores a page from the trash. */
  action('restore', target),
  /** Deletes permanently, bypassing the trash. */
  action('delete', target),
  /** Creates a page with the same content, parent and status. */
  action('copy', { ...target, slug: z.string().min(1).optional() }),
  /** Adds a second group directly after the first, as Duplicate in the editor does. */
  action('duplicate-group', target),
  /** Removes the locks of the group. */
  action('unlock-group', target),
  /** Removes the group with its content. */
  action('remove-block', target),
  /** Removes the content of the group. */
  action('empty-block', target),
  /** Creates an autosave: unpublished, and newer than the page. */
  action('autosave', texts),
  /** Opens the page and leaves it open. */
  action('remember', target),
  /** Saves the page as it was when opened, overwriting later changes. */
  action('save-remembered', target),
] as const

export const EditorAction = z.discriminatedUnion('do', actions, {
  error: (issue) =>
    issue.code === 'invalid_union'
      ? `must be one of ${actions.map(({ shape }) => shape.do.value).join(', ')}`
      : undefined,
})
export type EditorAction = z.output<typeof EditorAction>

/** The body of `POST /__mock/editor`: actions of the user `editor1`, in this order. */
export const EditorWork = z.strictObject({ seed: z.int().optional(), actions: z.array(EditorAction).min(1) })
export type EditorWork = { seed?: number; actions: readonly z.input<typeof EditorAction>[] }

/** The result of one action on one page. */
export const EditorActionResult = z.object({
  do: z.string(),
  page: z.int().nullable(),
  slug: z.string().nullable(),
  ok: z.boolean(),
  /** why the action failed */
  reason: z.string().optional(),
  /** the new text, and the one that it replaced */
  text: z.string().optional(),
  was: z.string().optional(),
  /** the page created by `copy` */
  copy: z.object({ id: z.int(), slug: z.string() }).optional(),
})
export type EditorActionResult = z.infer<typeof EditorActionResult>

/** The response of `POST /__mock/editor`. */
export const EditorReport = z.object({ seed: z.int(), done: z.array(EditorActionResult) })
export type EditorReport = z.infer<typeof EditorReport>

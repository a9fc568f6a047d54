import { z } from 'zod'

const target = {
  /** id or slug; left out: drawn by the seed from the pages that hold a mirrored block and are not in the trash */
  page: z.union([z.int().min(1), z.string().min(1)]).optional(),
  /** how many pages are drawn */
  draw: z.int().min(1).max(1000).default(1),
}
const texts = {
  ...target,
  /** plain text; left out: one that the seed makes up */
  text: z.string().min(1).optional(),
}

/** One kind of action; an unknown member is refused with the names of those that it knows. */
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
  /** Replaces one text inside of the mirrored block; which one is drawn. Without `text` it gets an addition. */
  action('edit-inside', texts),
  /** Adds a paragraph right before or after the mirrored block. */
  action('edit-outside', { ...texts, where: z.enum(['before', 'after']).default('after') }),
  action('set-title', texts),
  action('set-excerpt', texts),
  action('trash', target),
  /** Takes a page out of the trash. */
  action('restore', target),
  /** Deletes for good, past the trash. */
  action('delete', target),
  /** A new page with the same texts, parent and status. */
  action('copy', { ...target, slug: z.string().min(1).optional() }),
  /** A second group right after the first, as the editor's Duplicate makes it. */
  action('duplicate-group', target),
  /** The group loses its locks. */
  action('unlock-group', target),
  /** The group is gone with all that it holds. */
  action('remove-block', target),
  /** The group stays and holds nothing. */
  action('empty-block', target),
  /** An autosave of somebody who is still writing: newer than the page, not published. */
  action('autosave', texts),
  /** Opens the page and leaves it open. */
  action('remember', target),
  /** Saves the page as it was opened, over whatever it has become. */
  action('save-remembered', target),
] as const

export const EditorAction = z.discriminatedUnion('do', actions, {
  error: (issue) =>
    issue.code === 'invalid_union'
      ? `must be one of ${actions.map(({ shape }) => shape.do.value).join(', ')}`
      : undefined,
})
export type EditorAction = z.output<typeof EditorAction>

/** The body of `POST /__mock/editor`: what the user `editor1` does, in this order. */
export const EditorWork = z.strictObject({ seed: z.int().optional(), actions: z.array(EditorAction).min(1) })
export type EditorWork = { seed?: number; actions: readonly z.input<typeof EditorAction>[] }

/** What became of one action on one page. */
export const EditorActionResult = z.object({
  do: z.string(),
  page: z.int().nullable(),
  slug: z.string().nullable(),
  ok: z.boolean(),
  /** why it could not be done */
  reason: z.string().optional(),
  /** the text that was written, and the one that it replaced */
  text: z.string().optional(),
  was: z.string().optional(),
  /** the page that `copy` made */
  copy: z.object({ id: z.int(), slug: z.string() }).optional(),
})
export type EditorActionResult = z.infer<typeof EditorActionResult>

/** The answer of `POST /__mock/editor`. */
export const EditorReport = z.object({ seed: z.int(), done: z.array(EditorActionResult) })
export type EditorReport = z.infer<typeof EditorReport>

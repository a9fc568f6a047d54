import { z } from 'zod'

const detail = z.string()
const page = { pageId: z.int(), link: z.string() }

/** Notes about product pages in the CMS. */
export const pageNotes = [
  /** The CMS rejects batches; `detail` quotes its response. */
  z.strictObject({ code: z.literal('batches-blocked'), detail }),
  /** The CMS hides pages from our user. */
  z.strictObject({ code: z.literal('pages-hidden'), count: z.int() }),
  /** A row of a list of pages cannot be read; `name`: its page or its place. */
  z.strictObject({ code: z.literal('row-not-compared'), name: z.string(), detail }),
  z.strictObject({ code: z.literal('row-not-observed'), name: z.string(), detail }),
  z.strictObject({ code: z.literal('edits-unreadable'), pageId: z.int(), detail }),
  /** Visitors do not see the mirrored block on `count` of the `checked` pages; `detail`: why, for the example. */
  z.strictObject({
    code: z.literal('not-shown'),
    count: z.int(),
    checked: z.int(),
    recordId: z.string(),
    detail,
  }),
  /** The page of a create with a lost response, whose product is gone. */
  z.strictObject({ code: z.literal('orphan-waits'), ...page }),
  z.strictObject({ code: z.literal('orphan-kept'), ...page, detail }),
  z.strictObject({ code: z.literal('orphan-withdrawn'), ...page, status: z.string() }),
  z.strictObject({ code: z.literal('orphan-refused'), ...page, detail }),
  /** A page looks like a duplicate; `detail`: why it may be an editor’s page. */
  z.strictObject({ code: z.literal('duplicate-kept'), ...page, name: z.string(), detail }),
  /** The CMS did not remove a duplicate. */
  z.strictObject({ code: z.literal('duplicate-not-removed'), ...page, name: z.string(), detail }),
] as const

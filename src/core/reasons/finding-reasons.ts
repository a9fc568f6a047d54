import { z } from 'zod'
import { MergeField } from '../record/page.ts'
import { Reason } from './reason.ts'

const detail = z.string()
const pageId = z.int()

/** How the page of a finding differs from its snapshot: a code and its parameters. Renderers add words and commands. */
export const FindingReason = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('trashed') }),
  /** The page has another slug or parent page than ours. */
  z.strictObject({
    code: z.literal('moved'),
    slug: z.strictObject({ is: z.string(), wanted: z.string() }).exactOptional(),
    parent: z.strictObject({ is: pageId, wanted: pageId }).exactOptional(),
  }),
  z.strictObject({ code: z.literal('edited'), fields: z.array(MergeField) }),
  z.strictObject({ code: z.literal('block-removed') }),
  z.strictObject({ code: z.literal('block-repeated'), count: z.int() }),
  z.strictObject({ code: z.literal('block-broken'), detail }),
  /** An editor's save restored an older version of the block. */
  z.strictObject({ code: z.literal('stale-block') }),
  /** Visitors do not see the mirrored block; `detail`: why. */
  z.strictObject({ code: z.literal('not-shown'), detail }),
  /** The page has the slug of a record, and no block. */
  z.strictObject({ code: z.literal('foreign') }),
  /** A page has the block of a record without a snapshot. */
  z.strictObject({ code: z.literal('no-snapshot') }),
  /** A second page has the block of a record, whose page is `pageId`; `removable`: it is numbered and not edited. */
  z.strictObject({ code: z.literal('duplicate'), pageId, removable: z.boolean() }),
  /** The number of displayed files that were deleted from the media library. */
  z.strictObject({ code: z.literal('files-deleted'), count: z.int() }),
  /** Links to other languages; `blocked`: why the next sync does not write the page. */
  z.strictObject({ code: z.literal('links-outdated'), blocked: Reason.exactOptional() }),
  /** The notice of a retired page does not link the current page of the successor. */
  z.strictObject({ code: z.literal('successor-outdated') }),
  /** The page of a retired record no longer shows its notice. */
  z.strictObject({ code: z.literal('notice-missing') }),
  z.strictObject({ code: z.literal('deleted') }),
  /** The page was deleted, and `pageId` has its slug. */
  z.strictObject({ code: z.literal('deleted-adoptable'), pageId }),
  z.strictObject({ code: z.literal('deleted-slug-taken'), pageId }),
  z.strictObject({ code: z.literal('deleted-in-trash'), pageId }),
  z.strictObject({ code: z.literal('deleted-unreadable'), detail }),
  z.strictObject({ code: z.literal('parent-deleted') }),
  z.strictObject({ code: z.literal('parent-trashed') }),
  /** Stored by an earlier version, as a text without commands. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
export type FindingReason = z.infer<typeof FindingReason>

/** How a finding was repaired. */
export const Repair = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('recreated'), pageId }),
  z.strictObject({ code: z.literal('adopted'), pageId }),
  z.strictObject({ code: z.literal('trashed') }),
  z.strictObject({ code: z.literal('written') }),
  z.strictObject({ code: z.literal('uploaded') }),
  z.strictObject({ code: z.literal('linked') }),
  /** Stored by an earlier version. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
export type Repair = z.infer<typeof Repair>

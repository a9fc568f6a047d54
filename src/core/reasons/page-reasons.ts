import { z } from 'zod'

const detail = z.string()
/** A page that an operator may open. */
const page = { pageId: z.int(), link: z.string() }
const status = z.string()

/** Why a page was not written, or is not as planned. */
export const pageReasons = [
  /** The CMS did not accept a request; `doing` names the attempt. */
  z.strictObject({ code: z.literal('unsaved'), detail }),
  z.strictObject({ code: z.literal('refused'), detail }),
  z.strictObject({ code: z.literal('not-stored'), detail }),
  z.strictObject({ code: z.literal('parent-deleted'), parentId: z.int(), detail }),
  z.strictObject({ code: z.literal('created-without-text'), ...page, detail }),
  z.strictObject({ code: z.literal('created-incomplete'), pageId: z.int(), detail }),
  z.strictObject({ code: z.literal('other-status'), status, wanted: status }),
  z.strictObject({ code: z.literal('vanished') }),
  /** In a rebuild, which writes nothing. */
  z.strictObject({ code: z.literal('next-sync'), does: z.enum(['create', 'update']) }),
  z.strictObject({ code: z.literal('older-version') }),
  z.strictObject({ code: z.literal('recreated') }),
  z.strictObject({ code: z.literal('adopted'), ...page }),
  /** The CMS gave the page another slug; `holder`: the page that has the wanted one, if it is known. */
  z.strictObject({
    code: z.literal('numbered-slug'),
    slug: z.string(),
    wanted: z.string(),
    holder: z.strictObject(page).exactOptional(),
  }),
  z.strictObject({ code: z.literal('rewritten-slug'), slug: z.string(), wanted: z.string() }),
  /** The page of the slug is not visible to us. */
  z.strictObject({ code: z.literal('hidden-page'), slug: z.string() }),
  z.strictObject({ code: z.literal('foreign'), ...page }),
  /** A page at the stored id is not the record's; `wanted` is the slug of the record. */
  z.strictObject({ code: z.literal('other-page'), ...page, slug: z.string(), wanted: z.string() }),
  z.strictObject({ code: z.literal('unreadable-page'), pageId: z.int(), detail }),
  z.strictObject({ code: z.literal('unreadable-slug'), slug: z.string(), detail }),
  z.strictObject({ code: z.literal('unreadable-search'), detail }),
  z.strictObject({ code: z.literal('unreadable-autosaves'), ...page, detail }),
  /** `sent`: our last update has no reply, so it may have caused a lost edit. */
  z.strictObject({
    code: z.literal('unreadable-revisions'),
    ...page,
    detail,
    sent: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    code: z.literal('parent-missing'),
    path: z.string(),
    detail: z.string().exactOptional(),
  }),
  /** A term that the map assigns was not created; `path` is its name, or its parents' names and its own. */
  z.strictObject({ code: z.literal('term-refused'), taxonomy: z.string(), path: z.string(), detail }),
  /** The page is a draft until its product has these fields. */
  z.strictObject({ code: z.literal('waits-for'), fields: z.array(z.string()) }),
  /** The page was such a draft. */
  z.strictObject({ code: z.literal('published') }),
  /** Open in the editor; `at` is the last autosave (GMT), after `until` it is written in any case. */
  z.strictObject({ code: z.literal('open'), ...page, at: z.string(), until: z.string() }),
] as const

import { z } from 'zod'
import { SimpleReason } from '../reason.ts'

const detail = z.string()
const path = z.string()
const pageId = z.int()
const page = { pageId, link: z.string() }
const menuId = z.int()

/** Notes about the root page, the language pages, their listings and the menu. */
export const parentNotes = [
  z.strictObject({ code: z.literal('parent-unsaved'), path, detail }),
  /** The CMS created the page without some parts. */
  z.strictObject({ code: z.literal('parent-incomplete'), path, pageId, status: z.string(), detail }),
  /** Something else has the wanted slug. */
  z.strictObject({
    code: z.literal('parent-numbered'),
    path,
    ...page,
    slug: z.string(),
    wanted: z.string(),
  }),
  z.strictObject({ code: z.literal('parent-unreadable'), path, pageId, detail }),
  z.strictObject({ code: z.literal('listing-edited'), ...page }),
  z.strictObject({ code: z.literal('listing-unsaved'), path, detail }),
  /** The update of a listing overtook an editor’s save. */
  z.strictObject({ code: z.literal('listing-repaired'), reasons: z.array(SimpleReason) }),
  z.strictObject({ code: z.literal('parent-moved'), path, ...page }),
  z.strictObject({ code: z.literal('menu-unchanged'), menuId, detail }),
  z.strictObject({ code: z.literal('menu-unreadable'), menuId, detail }),
  z.strictObject({ code: z.literal('menu-refused'), menuId, detail }),
  z.strictObject({ code: z.literal('menu-item-unsaved'), menuId, language: z.string(), detail }),
  /** An editor removed the items of these languages. */
  z.strictObject({ code: z.literal('menu-items-removed'), menuId, languages: z.array(z.string()) }),
] as const

import { z } from 'zod'

/** The fields of a menu item that the mirror requests. */
export const WireMenuItem = z.object({
  id: z.int(),
  type: z.string(),
  object: z.string(),
  object_id: z.int(),
  menu_order: z.int(),
})
export type WireMenuItem = z.infer<typeof WireMenuItem>

/** The `_fields` value that selects exactly WireMenuItem. */
export const menuItemFields = 'id,type,object,object_id,menu_order'

/** The body of a new item that links to a page. */
export type MenuItemBody = {
  menus: number
  type: 'post_type'
  object: 'page'
  object_id: number
  title: string
  status: 'publish'
  menu_order: number
}

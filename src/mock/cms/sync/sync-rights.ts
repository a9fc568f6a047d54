import { mayEditComment } from '../comments/comment-rights.ts'
import { mayEdit, rightsOf } from '../posts/rights.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can } from '../users/users.ts'

const collections: Readonly<Record<string, string>> = {
  post: 'edit_posts',
  page: 'edit_pages',
  attachment: 'edit_posts',
  nav_menu_item: 'edit_theme_options',
  wp_block: 'edit_posts',
  wp_navigation: 'edit_theme_options',
  wp_template: 'edit_theme_options',
  wp_template_part: 'edit_theme_options',
}

type RoomName = { readonly kind: string; readonly name: string; readonly id: number | undefined }

/** The parts of `postType/page:2`; undefined if the id is invalid. */
export function parseRoom(room: string): RoomName | undefined {
  const [kind = '', rest = ''] = room.split('/', 2)
  const colon = rest.indexOf(':')
  if (colon < 0) return { kind, name: rest, id: undefined }
  const id = rest.slice(colon + 1)
  return /^\d+$/.test(id) && Number(id) > 0 ? { kind, name: rest.slice(0, colon), id: Number(id) } : undefined
}

/** Whether a user may edit the object of a room, and therefore join it. */
export function mayJoin(store: Store, user: User | null, room: string): boolean {
  const parsed = parseRoom(room)
  if (parsed === undefined) return false
  const { kind, name, id } = parsed
  if (id === undefined) {
    if (kind !== 'postType') return kind === 'root' || kind === 'taxonomy'
    const isAdded = store.registry.addedTypes.some((type) => type.name === name)
    const capability = isAdded ? 'edit_posts' : collections[name]
    return capability !== undefined && can(user, capability)
  }
  if (kind === 'postType') return editableRow(store, user, parsed) !== undefined
  if (kind === 'taxonomy') return can(user, 'manage_categories') && store.terms.has(name, id)
  const comment = kind === 'root' && name === 'comment' ? store.comments.get(id) : undefined
  return comment !== undefined && mayEditComment(store, user, comment)
}

/** The row of a room, if the user may edit it. */
export function editableRow(store: Store, user: User | null, { kind, name, id }: RoomName): Row | undefined {
  const row = kind === 'postType' && id !== undefined ? store.get(id) : undefined
  return row !== undefined && row.type === name && mayEdit(user, rightsOf(row), row) ? row : undefined
}

import { isEmpty } from '../rest/php.ts'
import type { Row, Status } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can } from '../users/users.ts'
import type { Kind, Rights } from './kind.ts'

const posts: Rights = {
  edit: 'edit_posts',
  editOthers: 'edit_others_posts',
  editPublished: 'edit_published_posts',
  editPrivate: 'edit_private_posts',
  publish: 'publish_posts',
  create: 'edit_posts',
  delete: 'delete_posts',
  deleteOthers: 'delete_others_posts',
  deletePublished: 'delete_published_posts',
  deletePrivate: 'delete_private_posts',
  readPrivate: 'read_private_posts',
}

function renamed(rename: (capability: string) => string): Rights {
  return {
    edit: rename(posts.edit),
    editOthers: rename(posts.editOthers),
    editPublished: rename(posts.editPublished),
    editPrivate: rename(posts.editPrivate),
    publish: rename(posts.publish),
    create: rename(posts.create),
    delete: rename(posts.delete),
    deleteOthers: rename(posts.deleteOthers),
    deletePublished: rename(posts.deletePublished),
    deletePrivate: rename(posts.deletePrivate),
    readPrivate: rename(posts.readPrivate),
  }
}

export const postRights = posts
export const pageRights = renamed((capability) => capability.replace('posts', 'pages'))
export const mediaRights: Rights = { ...posts, create: 'upload_files' }
export const menuRights = renamed(() => 'edit_theme_options')

const published = (status: Status | undefined): boolean => status === 'publish' || status === 'future'

export function mayEdit(user: User | null, rights: Rights, row: Row): boolean {
  if (user === null) return false
  if (row.author === user.id) {
    const status = row.status === 'trash' ? row.trashed?.status : row.status
    return can(user, published(status) ? rights.editPublished : rights.edit)
  }
  if (!can(user, rights.editOthers)) return false
  if (published(row.status)) return can(user, rights.editPublished)
  return row.status === 'private' ? can(user, rights.editPrivate) : true
}

export function mayDelete(user: User | null, rights: Rights, row: Row): boolean {
  if (user === null) return false
  if (row.author === user.id) {
    const status = row.status === 'trash' ? row.trashed?.status : row.status
    return can(user, published(status) ? rights.deletePublished : rights.delete)
  }
  if (!can(user, rights.deleteOthers)) return false
  if (published(row.status)) return can(user, rights.deletePublished)
  return row.status === 'private' ? can(user, rights.deletePrivate) : true
}

/** Whether a caller may read a row. An attachment is as visible as its parent. */
export function mayRead(user: User | null, rights: Rights, row: Row, store: Store): boolean {
  if (row.status === 'publish') return true
  if (row.status === 'inherit') {
    const parent = row.parent > 0 ? store.get(row.parent) : undefined
    return parent === undefined || mayRead(user, rightsOf(parent), parent, store)
  }
  if (user !== null && row.author === user.id) return can(user, 'read')
  if (row.status === 'private') return can(user, rights.readPrivate)
  return mayEdit(user, rights, row)
}

export function rightsOf(row: Row): Rights {
  if (row.type === 'page') return pageRights
  if (row.type === 'nav_menu_item') return menuRights
  return row.type === 'attachment' ? mediaRights : postRights
}

/** WordPress treats the password "0" as none. */
export function isProtected({ password }: Pick<Row, 'password'>): boolean {
  return !isEmpty(password)
}

/** Whether the caller may see content that is protected by a password. */
export function knowsPassword(
  kind: Kind,
  row: Row,
  { user, editing, password }: { user: User | null; editing: boolean; password: string },
): boolean {
  if (!isProtected(row)) return true
  return (editing && mayEdit(user, kind.rights, row)) || (password !== '' && password === row.password)
}

import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { keepRevision } from './revise.ts'
import { updateRow } from './save.ts'

/** Moves a row to the trash for user `by`. It is no longer sticky, and its comments are hidden. */
export function trashRow(store: Store, row: Row, by: number): Row {
  const trashed = updateRow(store, row, { status: 'trash', sticky: false })
  if (store.registry.supports(row.type, 'revisions')) keepRevision(store, trashed, by)
  for (const comment of commentsOf(store, row.id)) {
    if (comment.status !== 'post-trashed')
      store.comments.put({ ...comment, before: comment.status, status: 'post-trashed' })
  }
  return trashed
}

/**
 * Deletes a row permanently, with its revisions, comments, files and menu items. Children of the same type move up one
 * level. Attachments are detached.
 */
export function deleteRow(store: Store, row: Row): void {
  for (const child of store.childrenOf(row.id)) {
    if (child.type === row.type || child.type === 'attachment')
      store.put({ ...child, parent: row.type === child.type ? row.parent : 0 })
  }
  for (const revision of store.revisionsOf(row.id)) store.remove(revision)
  for (const comment of commentsOf(store, row.id)) store.comments.remove(comment.id)
  for (const page of store.featuring(row.id)) store.put({ ...page, featured: 0 })
  for (const item of store.ofType('nav_menu_item').values()) {
    if (item.menu?.type === 'post_type' && item.menu.objectId === row.id) store.remove(item)
  }
  if (row.file !== undefined) removeFiles(store, row)
  store.remove(row)
}

function removeFiles(store: Store, row: Row): void {
  const { path = '', sizes = {}, original } = row.file ?? {}
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  store.files.remove(path)
  if (original !== undefined) store.files.remove(folder + original)
  for (const { file } of Object.values(sizes)) store.files.remove(folder + file)
}

function commentsOf(store: Store, post: number) {
  return [...store.comments.all()].filter((comment) => comment.post === post)
}

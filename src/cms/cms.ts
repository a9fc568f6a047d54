import type { CmsType } from '../contracts/cms/page.ts'
import type { Cms, ParentPages } from '../sync/ports/cms.ts'
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import { deleteMedia } from './delete-media.ts'
import { fetchRoutes, fetchUser } from './identity.ts'
import { isMediaUsed } from './media-use.ts'
import { findMedia, uploadMedia } from './media.ts'
import { addMenuItems, readMenu } from './menu.ts'
import { findExactly, findPages, hasChildren, readPages, walkPages } from './pages.ts'
import { readAutosaves, readRevisions } from './revisions.ts'
import { writePages } from './write-pages.ts'

/** `type` is the content type of products, default pages. */
export type CmsOptions = ConnectionOptions & { type?: CmsType }

/** The CMS's interface over HTTP, and the same for parent pages; `close` ends its connections. */
export function createCms(options: CmsOptions): Cms & { parentPages: ParentPages; close(): Promise<void> } {
  const connection = createConnection(options)
  return {
    ...openCollection(connection, options.type ?? 'pages'),
    parentPages: openCollection(connection, 'pages'),
    findMedia: (slugs, signal) => findMedia(connection, slugs, signal),
    uploadMedia: (upload, signal) => uploadMedia(connection, upload, signal),
    isMediaUsed: (media, signal) => isMediaUsed(connection, media, signal),
    deleteMedia: (id, signal) => deleteMedia(connection, id, signal),
    readMenu: (menuId, signal) => readMenu(connection, menuId, signal),
    addMenuItems: (menuId, items, signal) => addMenuItems(connection, menuId, items, signal),
    fetchUser: (signal) => fetchUser(connection, signal),
    fetchRoutes: (signal) => fetchRoutes(connection, signal),
    close: () => connection.close(),
  }
}

function openCollection(connection: Connection, type: CmsType) {
  const collection = `${connection.namespace}/${type}`
  return {
    readPages: (ids, signal) => readPages(connection, collection, ids, signal),
    walkPages: (skip, signal) => walkPages(connection, collection, skip, signal),
    findPages: (slugs, signal) => findPages(connection, collection, slugs, signal),
    findExactly: (slugs, signal) => findExactly(connection, collection, slugs, signal),
    hasChildren: (pageId, signal) => hasChildren(connection, collection, pageId, signal),
    readAutosaves: (pageId, signal) => readAutosaves(connection, collection, pageId, signal),
    readRevisions: (pageId, signal) => readRevisions(connection, collection, pageId, signal),
    clock: () => connection.clock(),
    writePages: (writes, signal) => writePages(connection, collection, writes, signal),
  } satisfies Partial<Cms>
}

import type { Cms } from '../sync/ports/cms.ts'
import { readAutosaves } from './autosaves.ts'
import { type ConnectionOptions, createConnection } from './connection.ts'
import { fetchRoutes, fetchUser } from './identity.ts'
import { deleteMedia } from './delete-media.ts'
import { findMedia, uploadMedia } from './media.ts'
import { isMediaUsed } from './media-use.ts'
import { addMenuItems, readMenu } from './menu.ts'
import { findExactly, findPages, hasChildren, readPages, walkPages } from './pages.ts'
import { readRevisions } from './revisions.ts'
import { writePages } from './write-pages.ts'

/** `namespace` is CMS_NAMESPACE: `cms/v2`, or `wp/v2` for a stock WordPress. */
export type CmsOptions = ConnectionOptions & { namespace: string }

/** The CMS's interface over HTTP; `close` ends its connections. */
export function createCms(options: CmsOptions): Cms & { close(): Promise<void> } {
  const connection = createConnection(options)
  const namespace = options.namespace.replace(/^\/+|\/+$/g, '')
  return {
    readPages: (ids, signal) => readPages(connection, namespace, ids, signal),
    walkPages: (skip, signal) => walkPages(connection, namespace, skip, signal),
    findPages: (slugs, signal) => findPages(connection, namespace, slugs, signal),
    findExactly: (slugs, signal) => findExactly(connection, namespace, slugs, signal),
    hasChildren: (pageId, signal) => hasChildren(connection, namespace, pageId, signal),
    readAutosaves: (pageId, signal) => readAutosaves(connection, namespace, pageId, signal),
    readRevisions: (pageId, signal) => readRevisions(connection, namespace, pageId, signal),
    clock: () => connection.clock(),
    writePages: (writes, signal) => writePages(connection, namespace, writes, signal),
    findMedia: (slugs, signal) => findMedia(connection, namespace, slugs, signal),
    uploadMedia: (upload, signal) => uploadMedia(connection, namespace, upload, signal),
    isMediaUsed: (media, signal) => isMediaUsed(connection, namespace, media, signal),
    deleteMedia: (id, signal) => deleteMedia(connection, namespace, id, signal),
    readMenu: (menuId, signal) => readMenu(connection, namespace, menuId, signal),
    addMenuItems: (menuId, items, signal) => addMenuItems(connection, namespace, menuId, items, signal),
    fetchUser: (signal) => fetchUser(connection, namespace, signal),
    fetchRoutes: (signal) => fetchRoutes(connection, signal),
    close: () => connection.close(),
  }
}

import type { CmsType } from '../contracts/cms/page.ts'
import type { Cms, ParentPages } from '../sync/ports/cms.ts'
import { readAutosaves } from './autosaves.ts'
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import { fetchRoutes, fetchUser } from './identity.ts'
import { deleteMedia } from './delete-media.ts'
import { findMedia, uploadMedia } from './media.ts'
import { isMediaUsed } from './media-use.ts'
import { addMenuItems, readMenu } from './menu.ts'
import { findExactly, findPages, hasChildren, readPages, walkPages } from './pages.ts'
import { readRevisions } from './revisions.ts'
import { writePages } from './write-pages.ts'

/** `namespace` is CMS_NAMESPACE: `cms/v2`, or `wp/v2` for a stock WordPress; `type` what products are, default pages. */
export type CmsOptions = ConnectionOptions & { namespace: string; type?: CmsType }

/** The CMS's interface over HTTP, and the same for parent pages; `close` ends its connections. */
export function createCms(options: CmsOptions): Cms & { parentPages: ParentPages; close(): Promise<void> } {
  const connection = createConnection(options)
  const namespace = options.namespace.replace(/^\/+|\/+$/g, '')
  return {
    ...openCollection(connection, `/${namespace}/${options.type ?? 'pages'}`),
    parentPages: openCollection(connection, `/${namespace}/pages`),
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

/** What is asked of pages or posts, `collection` is their route. */
function openCollection(connection: Connection, collection: string) {
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

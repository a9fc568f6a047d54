import type { CmsType } from '../contracts/cms/page.ts'
import type { MappedField } from '../core/record/mapped.ts'
import type { Cms, FormUploads, ParentPages } from '../sync/ports/cms.ts'
import { type Batches, openBatches } from './batch.ts'
import { openChangedPages } from './changed-pages.ts'
import { type Connection, type ConnectionOptions, createConnection } from './connection/connection.ts'
import { openIdentity } from './connection/identity.ts'
import { openImages } from './media/fetch-image.ts'
import { openMedia } from './media/media.ts'
import { openMenus } from './menu.ts'
import { openProbe } from './connection/probe.ts'
import { createPageShape } from './page-shape.ts'
import { openPage } from './read-page.ts'
import { openPages } from './pages.ts'
import { openRevisions } from './revisions.ts'
import { openScriptRight } from './script-right.ts'
import { openSiteFacts } from './site-facts.ts'
import { openSiteSchema } from './site-schema.ts'
import { openTerms } from './terms.ts'
import { createPageWriter } from './write-pages.ts'

export type CmsOptions = ConnectionOptions & {
  /** The content type of products; default pages. */
  type?: CmsType
  /** The fields of product pages that the map fills. */
  mapped?: readonly MappedField[]
  /** Whether files are sent as forms. Without it, each process finds out for itself. */
  formUploads?: Pick<FormUploads, 'fault' | 'save' | 'forget'>
}

/** The CMS's interface over HTTP for product pages and parent pages; `close` ends its connections. */
export function createCms(options: CmsOptions): Cms & { parentPages: ParentPages; close(): Promise<void> } {
  const connection = createConnection(options)
  const batches = openBatches(connection)
  const { type = 'pages', mapped = [] } = options
  const images = openImages(options)
  return {
    fetchImage: (url, signal) => images.fetchImage(url, signal),
    ...openCollection(connection, batches, { type, mapped }),
    parentPages: openCollection(connection, batches, { type: 'pages', mapped: [] }),
    batchFault: batches.batchFault,
    checkBatches: batches.checkBatches,
    ...openMedia({ connection, types: [...new Set(['pages', 'posts', type])] }, options.formUploads),
    ...openMenus(connection, batches),
    ...openTerms(connection),
    ...openIdentity(connection),
    ...openScriptRight(connection),
    ...openSiteFacts(connection),
    ...openSiteSchema(connection),
    async close() {
      await Promise.all([connection.close(), images.closeImages()])
    },
  }
}

type Products = { type: CmsType; mapped: readonly MappedField[] }

function openCollection(connection: Connection, batches: Batches, { type, mapped }: Products) {
  const collection = `${connection.namespace}/${type}`
  const target = { collection, shape: createPageShape(mapped) }
  const page = openPage(connection, target)
  const pages = openPages(connection, target, page)
  return {
    ...page,
    ...pages,
    ...openChangedPages(connection, target, page),
    ...openRevisions(connection, collection),
    ...openProbe(connection, collection),
    writePages: createPageWriter(connection, batches, target),
    clock: () => connection.clock(),
  }
}

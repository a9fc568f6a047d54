import { z } from 'zod'
import { revisionFields, WireRevision } from '../contracts/cms/revision.ts'
import type { Cms } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection.ts'

const WireAutosave = z.object({ id: z.int(), author: z.int(), modified_gmt: z.string() })

/** Reads the revisions and autosaves of a collection's pages; none if the CMS does not show them to us. */
export function openRevisions(
  connection: Connection,
  collection: string,
): Pick<Cms, 'readRevisions' | 'readAutosaves'> {
  function readOfPage<T>(
    { pageId, what, query, schema }: { pageId: number; what: string; query: string; schema: z.ZodType<T> },
    signal: AbortSignal,
  ): Promise<T[]> {
    return connection.request<T[]>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: `${collection}/${pageId}/${what}?context=edit&${query}`,
        doing: `reading the ${what} of page ${pageId}`,
        // A page that is gone, or whose history we may not read, is no reason to end the run.
        judge: ({ status }) => (status === 403 || status === 404 ? [] : undefined),
        onRefusal: () => [],
        read: ({ body }) => parseBody(z.array(schema), body, what),
      },
      signal,
    )
  }

  return {
    // Sorted by id, because saves of the same second have the same date.
    async readRevisions(pageId, signal) {
      const query = `orderby=id&order=desc&per_page=10&_fields=${revisionFields}`
      const found = await readOfPage({ pageId, what: 'revisions', query, schema: WireRevision }, signal)
      return found.map((wire) => ({
        id: wire.id,
        autosave: wire.slug.startsWith(`${pageId}-autosave`),
        savedGmt: wire.date_gmt,
        author: wire.author,
        title: wire.title.raw,
        excerpt: wire.excerpt.raw,
        content: wire.content.raw,
      }))
    },

    async readAutosaves(pageId, signal) {
      const query = '_fields=id,author,modified_gmt'
      const found = await readOfPage({ pageId, what: 'autosaves', query, schema: WireAutosave }, signal)
      return found.map(({ id, author, modified_gmt: modifiedGmt }) => ({ id, author, modifiedGmt }))
    },
  }
}

import { z } from 'zod'
import { revisionFields, WireRevision } from '../contracts/cms/revision.ts'
import { UnreachableError } from '../lib/errors.ts'
import type { Cms, Unreadable } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'

const WireAutosave = z.object({ id: z.int(), author: z.int(), modified_gmt: z.string() })

/** Reads the revisions and autosaves of a collection's pages; none if the CMS refuses them. */
export function openRevisions(
  connection: Connection,
  collection: string,
): Pick<Cms, 'readRevisions' | 'readAutosaves'> {
  async function readOfPage<T>(
    { pageId, what, query, schema }: { pageId: number; what: string; query: string; schema: z.ZodType<T> },
    signal: AbortSignal,
  ): Promise<T[] | Unreadable> {
    const doing = `reading the ${what} of page ${pageId}`
    try {
      return await connection.request<T[]>(
        {
          kind: 'cmsReads',
          method: 'GET',
          path: `${collection}/${pageId}/${what}?context=edit&${query}`,
          doing,
          // A page that is gone, or whose history our user may not read, does not end the run.
          judge: ({ status }) => (status === 403 || status === 404 ? [] : undefined),
          onRefusal: () => [],
          read: ({ body }) => parseBody(z.array(schema), body, what),
        },
        signal,
      )
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      // Throws if the CMS is down: then the page is not the cause.
      await connection.assertSignedIn({ doing, summary: error.message }, signal)
      return { unreadable: error.failure?.said ?? error.message }
    }
  }

  return {
    // Sorted by id, because saves of the same second have the same date.
    async readRevisions(pageId, signal) {
      const query = `orderby=id&order=desc&per_page=10&_fields=${revisionFields}`
      const found = await readOfPage({ pageId, what: 'revisions', query, schema: WireRevision }, signal)
      if ('unreadable' in found) return found
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
      if ('unreadable' in found) return found
      return found.map(({ id, author, modified_gmt: modifiedGmt }) => ({ id, author, modifiedGmt }))
    },
  }
}

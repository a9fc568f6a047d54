import { z } from 'zod'
import { revisionFields, WireRevision } from '../contracts/cms/revision.ts'
import type { Autosave, Revision } from '../core/page/page.ts'
import { type Connection, parseBody } from './connection.ts'

/**
 * A page's ten newest revisions, autosaves included, newest first; none if the CMS does not show them to us. Sorted
 * by id, because saves of the same second have the same date.
 */
export async function readRevisions(
  connection: Connection,
  collection: string,
  pageId: number,
  signal: AbortSignal,
): Promise<Revision[]> {
  const path = `${collection}/${pageId}/revisions?context=edit&orderby=id&order=desc&per_page=10&_fields=${revisionFields}`
  const found = await readOfPage(
    connection,
    { path, what: 'revisions', pageId, schema: WireRevision },
    signal,
  )
  return found.map((wire) => ({
    id: wire.id,
    autosave: wire.slug.startsWith(`${pageId}-autosave`),
    savedGmt: wire.date_gmt,
    title: wire.title.raw,
    excerpt: wire.excerpt.raw,
    content: wire.content.raw,
  }))
}

const WireAutosave = z.object({ id: z.int(), author: z.int(), modified_gmt: z.string() })

/** The unsaved work on a page, one entry per editor; none if the CMS does not show it to us. */
export async function readAutosaves(
  connection: Connection,
  collection: string,
  pageId: number,
  signal: AbortSignal,
): Promise<Autosave[]> {
  const path = `${collection}/${pageId}/autosaves?context=edit&_fields=id,author,modified_gmt`
  const found = await readOfPage(
    connection,
    { path, what: 'autosaves', pageId, schema: WireAutosave },
    signal,
  )
  return found.map(({ id, author, modified_gmt: modifiedGmt }) => ({ id, author, modifiedGmt }))
}

function readOfPage<T>(
  connection: Connection,
  { path, what, pageId, schema }: { path: string; what: string; pageId: number; schema: z.ZodType<T> },
  signal: AbortSignal,
): Promise<T[]> {
  return connection.request<T[]>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path,
      doing: `reading the ${what} of page ${pageId}`,
      // A page that is gone, or whose history we may not read, is no reason to end the run.
      judge: ({ status }) => (status === 403 || status === 404 ? [] : undefined),
      read: ({ body, refusal }) =>
        refusal === undefined ? parseBody(z.array(schema), body, what) : { ok: true, value: [] },
    },
    signal,
  )
}

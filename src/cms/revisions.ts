import { z } from 'zod'
import { revisionFields, WireRevision } from '../contracts/cms/revision.ts'
import type { Revision } from '../core/page/page.ts'
import type { Connection } from './connection.ts'

/**
 * A page's ten newest revisions, autosaves among them, the newest first; none where the CMS does not show them to us.
 * By id: saves of one second have one date.
 */
export async function readRevisions(
  connection: Connection,
  collection: string,
  pageId: number,
  signal: AbortSignal,
): Promise<Revision[]> {
  return connection.request<Revision[]>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: `${collection}/${pageId}/revisions?context=edit&orderby=id&order=desc&per_page=10&_fields=${revisionFields}`,
      doing: `reading the revisions of page ${pageId}`,
      // A page that is gone, or whose history is not ours to see, is no reason to end the run.
      judge: ({ status }) => (status === 403 || status === 404 ? [] : undefined),
      read({ body, refusal }) {
        if (refusal !== undefined) return { ok: true, value: [] }
        const parsed = z.array(WireRevision).safeParse(body)
        return parsed.success
          ? { ok: true, value: parsed.data.map((wire) => toRevision(wire, pageId)) }
          : { ok: false, reason: `revisions of another form: ${z.prettifyError(parsed.error)}` }
      },
    },
    signal,
  )
}

function toRevision(wire: z.infer<typeof WireRevision>, pageId: number): Revision {
  return {
    id: wire.id,
    autosave: wire.slug.startsWith(`${pageId}-autosave`),
    savedGmt: wire.date_gmt,
    title: wire.title.raw,
    excerpt: wire.excerpt.raw,
    content: wire.content.raw,
  }
}

import { z } from 'zod'
import type { Autosave } from '../core/page/page.ts'
import type { Connection } from './connection.ts'

const WireAutosave = z.object({ id: z.int(), author: z.int(), modified_gmt: z.string() })

/** What people have written into a page and not saved, one entry each; none where the CMS does not show it to us. */
export async function readAutosaves(
  connection: Connection,
  collection: string,
  pageId: number,
  signal: AbortSignal,
): Promise<Autosave[]> {
  return connection.request<Autosave[]>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: `${collection}/${pageId}/autosaves?context=edit&_fields=id,author,modified_gmt`,
      doing: `reading the autosaves of page ${pageId}`,
      // A page that is gone, or whose drafts are not ours to see, is no reason to end the run.
      judge: ({ status }) => (status === 403 || status === 404 ? [] : undefined),
      read({ body, refusal }) {
        if (refusal !== undefined) return { ok: true, value: [] }
        const parsed = z.array(WireAutosave).safeParse(body)
        return parsed.success
          ? {
              ok: true,
              value: parsed.data.map(({ id, author, modified_gmt: modifiedGmt }) => ({
                id,
                author,
                modifiedGmt,
              })),
            }
          : { ok: false, reason: `autosaves of another form: ${z.prettifyError(parsed.error)}` }
      },
    },
    signal,
  )
}

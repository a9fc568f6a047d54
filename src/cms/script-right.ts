import { z } from 'zod'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection/connection.ts'
import { anyStatus } from './pages.ts'

const Linked = z.object({ _links: z.record(z.string(), z.unknown()).catch({}) })
const Body = z.union([Linked, z.array(Linked)])

/**
 * Reads whether our user may write scripts, from the links of a page. The capabilities of the user do not show it: on a
 * multisite, and with DISALLOW_UNFILTERED_HTML, administrators have `unfiltered_html` there, and their scripts are
 * removed.
 */
export function openScriptRight(connection: Connection): Pick<Cms, 'mayWriteScripts'> {
  const pages = `${connection.namespace}/pages`

  /** Undefined without such a page. */
  const read = (path: string, signal: AbortSignal): Promise<boolean | undefined> =>
    connection.request<boolean | undefined>(
      {
        kind: 'cmsOther',
        method: 'GET',
        path,
        doing: 'reading the rights for a page',
        onRefusal: () => undefined,
        read: ({ body }) => ({ ok: true, value: isAllowed(Body.safeParse(body).data) }),
      },
      signal,
    )

  return {
    async mayWriteScripts(pageId, signal) {
      const query = 'context=edit&_fields=_links'
      const known = pageId === undefined ? undefined : await read(`${pages}/${pageId}?${query}`, signal)
      return known ?? read(`${pages}?${query}&per_page=1&status=${anyStatus}`, signal)
    },
  }
}

function isAllowed(body: z.infer<typeof Body> | undefined): boolean | undefined {
  const [page] = [body ?? []].flat()
  if (page === undefined) return undefined
  const { _links: links } = page
  return Object.keys(links).some((relation) => relation.endsWith('action-unfiltered-html'))
}

import { z } from 'zod'
import type { Cms } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'

const Index = z.object({ namespaces: z.array(z.string()), routes: z.record(z.string(), z.unknown()) })
const Menus = z.array(z.object({ content: z.object({ rendered: z.string() }) }))
const Themes = z.array(z.object({ is_block_theme: z.boolean().optional() }))

/** Reads facts about the site for `doctor` from the index, the navigation menus and the active theme. */
export function openSiteFacts(connection: Connection): Pick<Cms, 'fetchSiteFacts'> {
  const { namespace } = connection

  /** Undefined if it is refused or has another form. */
  function readList<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    return connection.request<T | undefined>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: `${namespace}/${path}`,
        doing: `reading ${path.replace(/\?.*/, '')}`,
        onRefusal: () => undefined,
        read: ({ body }) => ({ ok: true, value: schema.safeParse(body).data }),
      },
      signal,
    )
  }

  /** A block theme without a navigation menu lists every page; so does a page list in a menu. */
  async function listsEveryPage(routes: Record<string, unknown>, signal: AbortSignal): Promise<boolean> {
    if (!(`${await connection.findNamespace(signal)}/navigation` in routes)) return false
    // Rendered, because an editor may not read the markup of a menu.
    const menus = await readList('navigation?per_page=100&_fields=content.rendered', Menus, signal)
    if (menus === undefined) return false
    if (menus.length > 0) return menus.some(({ content }) => content.rendered.includes('wp-block-page-list'))
    const themes = await readList('themes?status=active&_fields=is_block_theme', Themes, signal)
    return themes?.[0]?.is_block_theme === true
  }

  return {
    async fetchSiteFacts(signal) {
      const { namespaces, routes } = await connection.request<z.infer<typeof Index>>(
        {
          kind: 'cmsOther',
          method: 'GET',
          path: '/?_fields=namespaces,routes',
          doing: 'reading the index',
          read: ({ body }) => parseBody(Index, body, 'a response'),
        },
        signal,
      )
      return { namespaces, listsEveryPage: await listsEveryPage(routes, signal) }
    },
  }
}

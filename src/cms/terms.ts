import { z } from 'zod'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import type { KnownTerm } from '../core/mapping/find-term.ts'
import { readingOf } from '../core/markup/visible-content.ts'
import type { Cms, TermCreated } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'
import { readList } from './read-list.ts'

/** `parent` is missing in a taxonomy without a hierarchy. The name has entities for special characters. */
const WireTerm = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  parent: z.int().default(0),
})

/** The refusal of a name that a sibling has. */
const Exists = CmsErrorBody.extend({
  code: z.literal('term_exists'),
  data: z.looseObject({ term_id: z.coerce.number().int() }),
})

/** Reads and creates the terms of taxonomies. */
export function openTerms(connection: Connection): Pick<Cms, 'readTerms' | 'findTerms' | 'createTerm'> {
  const routeOf = (taxonomy: string): string => `${connection.namespace}/${encodeURIComponent(taxonomy)}`
  async function readAll(taxonomy: string, filter: string, signal: AbortSignal): Promise<KnownTerm[]> {
    const path = `${routeOf(taxonomy)}?_fields=id,name,slug,parent${filter}`
    const list = { path, doing: `reading the terms of ${taxonomy}`, schema: WireTerm }
    const terms = await readList(connection, list, signal)
    return terms.map((term) => ({ ...term, name: readingOf(term.name) }))
  }
  return {
    readTerms: (taxonomy, signal) => readAll(taxonomy, '', signal),
    findTerms: (taxonomy, ids, signal) => readAll(taxonomy, `&include=${ids.join(',')}`, signal),

    createTerm: (taxonomy, { name, parent }, signal) =>
      connection.request<TermCreated>(
        {
          kind: 'cmsOther',
          method: 'POST',
          path: `${routeOf(taxonomy)}?_fields=id`,
          json: { name, ...(parent !== 0 && { parent }) },
          doing: `creating the term ${name} in ${taxonomy}`,
          // The CMS refuses a second term of this name and returns the first, so a repeated request does no harm.
          onRefusal({ body, summary: reason }) {
            const exists = Exists.safeParse(body)
            return exists.success ? { ok: true, id: exists.data.data.term_id } : { ok: false, reason }
          },
          read({ body }) {
            const created = parseBody(WireTerm.pick({ id: true }), body, 'term')
            return created.ok ? { ok: true, value: { ok: true, id: created.value.id } } : created
          },
        },
        signal,
      ),
  }
}

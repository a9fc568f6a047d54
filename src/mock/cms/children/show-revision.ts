import { textObject } from '../posts/fields.ts'
import { metaOfRevision, readMeta } from '../posts/meta-field.ts'
import { readAcf } from '../posts/acf-field.ts'
import type { Context, Kind } from '../posts/kind.ts'
import { guidOf } from '../posts/link.ts'
import type { Shown } from '../posts/show.ts'
import { type FieldTree, wants, wantsWhole } from '../rest/fields.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import { toGmt } from '../store/dates.ts'
import type { Row } from '../store/rows.ts'
import { normalizeBlocks } from '../text/blocks/serialize-blocks.ts'
import { renderContent, renderExcerpt, renderTitle } from '../text/render.ts'

type Member = { readonly embedded: boolean; readonly read: (row: Row, context: Context) => unknown }

/** Fields whose subfields may be requested with `_fields`. */
const nested = new Set(['guid', 'title', 'content', 'excerpt', 'meta', 'acf'])
/** Only if the post type has the field. */
const optional = new Set(['title', 'content', 'excerpt', 'meta', 'acf'])

/** A revision or autosave. A draft that was autosaved in place has the same form. */
export function showRevision(
  kind: Kind,
  request: RestRequest,
  { row, context }: Shown,
  fields: FieldTree | undefined,
): Record<string, unknown> {
  const address = guidOf(row, request.site)
  const members: Readonly<Record<string, Member>> = {
    author: { embedded: true, read: () => row.author },
    date: { embedded: true, read: () => (row.dateGmt === '' ? null : row.date) },
    date_gmt: { embedded: false, read: () => row.dateGmt || null },
    id: { embedded: true, read: () => row.id },
    modified: { embedded: false, read: () => row.modified },
    modified_gmt: { embedded: false, read: () => row.modifiedGmt || toGmt(row.modified) },
    parent: { embedded: true, read: () => row.parent },
    slug: { embedded: true, read: () => row.slug },
    guid: { embedded: false, read: () => textObject({ context }, address, address) },
    title: { embedded: true, read: () => textObject({ context }, row.title, renderTitle(row.title)) },
    content: {
      embedded: false,
      read: () => textObject({ context }, row.content, renderContent(normalizeBlocks(row.content))),
    },
    excerpt: {
      embedded: true,
      read: () => textObject({ context }, row.excerpt, renderExcerpt(row.excerpt, '')),
    },
    meta: { embedded: false, read: () => readMeta(kind.meta, metaOfRevision(kind.meta, row.meta), context) },
    acf: { embedded: true, read: () => readAcf(kind.acf, row.meta) },
  }
  const shown: Record<string, unknown> = {}
  for (const [name, { embedded, read }] of Object.entries(members)) {
    if (optional.has(name) && !kind.fields.some((field) => field.name === name)) continue
    const wanted = nested.has(name) ? wants(fields, name) : wantsWhole(fields, name)
    if (wanted && (embedded || context !== 'embed')) shown[name] = read(row, context)
  }
  return shown
}

/** The link to the parent. WordPress adds it whenever `parent` is included, whatever else `_fields` selects. */
export function revisionLinks(
  kind: Kind,
  request: RestRequest,
  row: Row,
  fields: FieldTree | undefined,
): Links {
  if (row.parent === 0 || !wantsWhole(fields, 'parent')) return {}
  return { parent: [{ href: `${request.site.root}/cms/v2/${kind.base}/${row.parent}` }] }
}

import { absInt } from '../rest/php.ts'
import { type RestRequest, param, textParam } from '../rest/request.ts'
import type { Arg, Args } from '../rest/schema/schema.ts'
import { terms } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { filterFootnotes } from '../text/footnotes.ts'
import { statusField, templateField } from './choice-fields.ts'
import { common, editing, notEmbedded } from './fields.ts'
import { metaField } from './meta-field.ts'
import type { Draft, Field, Kind } from './kind.ts'
import { contentLinks, termLinks } from './links.ts'
import { listArgs, orders, statusArg } from './list/list-args.ts'
import { postRights } from './rights.ts'
import { savedTerms } from './write/save.ts'

const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio']
const meta = [
  { name: '_crdt_document', contexts: editing },
  { name: '_seo_focuskw', contexts: notEmbedded },
  { name: '_seo_title', contexts: notEmbedded },
  { name: '_seo_metadesc', contexts: notEmbedded },
  { name: 'footnotes', contexts: notEmbedded, filter: filterFootnotes },
]
const taxonomies = { category: 'categories', post_tag: 'tags' }

/** Posts have categories, tags and a format, and can be sticky. */
export function postKind(store: Store): Kind {
  const kind: Kind = {
    type: 'post',
    base: 'posts',
    rights: postRights,
    trash: true,
    meta,
    taxonomies,
    fields: [
      common.date,
      common.dateGmt,
      common.guid,
      common.id,
      common.link,
      common.modified,
      common.modifiedGmt,
      common.slug,
      statusField(['auto-draft'], (id) => store.get(id)?.status),
      common.type,
      common.password,
      common.permalinkTemplate,
      common.generatedSlug,
      common.title,
      common.content,
      common.author,
      common.excerpt,
      common.featured,
      common.commentStatus,
      common.pingStatus,
      {
        name: 'format',
        contexts: notEmbedded,
        write: { type: 'string', enum: formats },
        read: ({ row }) => row.format,
      },
      metaField(meta),
      { name: 'sticky', contexts: notEmbedded, write: { type: 'boolean' }, read: ({ row }) => row.sticky },
      templateField([]),
      termField('category', 'categories'),
      termField('post_tag', 'tags'),
    ],
    listArgs: listArgs(orders, statusArg(postRights), {
      ...termArgs('categories', true),
      ...termArgs('tags', false),
      tax_relation: { type: 'string', enum: ['AND', 'OR'] },
      sticky: { type: 'boolean' },
      ignore_sticky: { type: 'boolean', default: true },
      format: { type: 'array', uniqueItems: true, items: { type: 'string', enum: formats } },
    }),
    itemArgs: { excerpt_length: { type: 'integer' }, password: { type: 'string' } },
    links: (view) => ({ ...contentLinks(kind, view), ...termLinks(kind, view) }),
    draft: (request, draft, old) => ({
      ...draft,
      ...extrasOf(request, savedTerms(old ?? { type: 'post', terms: {} })),
    }),
  }
  return kind
}

function extrasOf(request: RestRequest, old: Readonly<Record<string, readonly number[]>>): Draft {
  const draft: Draft = {}
  const format = textParam(request, 'format')
  if (format !== '') draft.format = format
  const sticky = param(request, 'sticky')
  if (typeof sticky === 'boolean') draft.sticky = sticky
  const template = param(request, 'template')
  if (typeof template === 'string') draft.template = template
  const chosen: Record<string, readonly number[]> = { ...old }
  for (const [taxonomy, base] of Object.entries(taxonomies)) {
    const ids = param(request, base)
    if (Array.isArray(ids)) chosen[taxonomy] = ids.map(absInt).filter((id) => isTerm(taxonomy, id))
  }
  draft.terms = chosen
  return draft
}

function isTerm(taxonomy: string, id: number): boolean {
  return terms.some((term) => term.taxonomy === taxonomy && term.id === id)
}

/** Terms in the order of their names. Unknown ids are dropped. */
function termField(taxonomy: string, base: string): Field {
  return {
    name: base,
    contexts: notEmbedded,
    write: { type: 'array', items: { type: 'integer' } },
    read({ row }) {
      const own = terms.filter(
        (term) => term.taxonomy === taxonomy && row.terms[taxonomy]?.includes(term.id) === true,
      )
      return own.sort((left, right) => (left.name < right.name ? -1 : 1)).map(({ id }) => id)
    },
  }
}

/** The two filters of a taxonomy, each as ids or as `{ terms, include_children, operator }`. */
export function termArgs(base: string, hierarchical: boolean): Args {
  const descend = hierarchical ? { include_children: { type: 'boolean', default: false } as const } : {}
  const arg = (more: Readonly<Record<string, Arg>>): Arg => ({
    type: ['object', 'array'],
    oneOf: [
      { title: 'Term ID List', type: 'array', items: { type: 'integer' } },
      {
        title: 'Term ID Taxonomy Query',
        type: 'object',
        properties: {
          terms: { type: 'array', items: { type: 'integer' }, default: [] },
          ...descend,
          ...more,
        },
        additionalProperties: false,
      },
    ],
  })
  return {
    [base]: arg({ operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } }),
    [`${base}_exclude`]: arg({}),
  }
}

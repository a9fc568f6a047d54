import { integerList } from '../rest/common-args.ts'
import type { Store } from '../store/store.ts'
import { filterFootnotes } from '../text/footnotes.ts'
import { statusField, templateField } from './choice-fields.ts'
import { common, editing, notEmbedded } from './fields.ts'
import { metaField } from './meta-field.ts'
import type { Kind } from './kind.ts'
import { contentLinks } from './links.ts'
import { listArgs, orders, statusArg } from './list/list-args.ts'
import { pageRights } from './rights.ts'

const meta = [
  { name: '_crdt_document', contexts: editing },
  { name: 'footnotes', contexts: notEmbedded, filter: filterFootnotes },
]

/** Pages: a tree with a separate order. */
export function pageKind(store: Store): Kind {
  const kind: Kind = {
    type: 'page',
    base: 'pages',
    rights: pageRights,
    trash: true,
    meta,
    taxonomies: {},
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
      { name: 'parent', contexts: notEmbedded, write: { type: 'integer' }, read: ({ row }) => row.parent },
      common.title,
      common.content,
      common.author,
      common.excerpt,
      common.featured,
      common.commentStatus,
      common.pingStatus,
      common.menuOrder,
      metaField(meta),
      templateField(['page-no-title']),
    ],
    listArgs: listArgs([...orders, 'menu_order'], statusArg(pageRights), {
      menu_order: { type: 'integer' },
      parent: integerList,
      parent_exclude: integerList,
      orderby_hierarchy: { type: 'boolean', default: false },
    }),
    itemArgs: { excerpt_length: { type: 'integer' }, password: { type: 'string' } },
    links: (view) => contentLinks(kind, view),
    draft(request, draft) {
      const template = request.sources
        .map((source) => source['template'])
        .find((value) => typeof value === 'string')
      return typeof template === 'string' ? { ...draft, template } : draft
    },
  }
  return kind
}

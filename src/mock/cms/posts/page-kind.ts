import { integerList } from '../rest/common-args.ts'
import type { Store } from '../store/store.ts'
import { filterFootnotes } from '../text/footnotes.ts'
import { addedMeta } from '../types/meta-rules.ts'
import { acfField } from './acf-field.ts'
import { templateField } from './choice-fields.ts'
import { common, editing, notEmbedded } from './fields.ts'
import { metaField } from './meta-field.ts'
import type { Kind } from './kind.ts'
import { contentLinks, termLinks } from './links.ts'
import { listArgs, orders, statusArg } from './list/list-args.ts'
import { pageRights } from './rights.ts'
import { rowFields } from './row-fields.ts'
import { chosenTerms, termBases, termFields, termListArgs } from './term-fields.ts'

const ownMeta = [
  { name: '_crdt_document', contexts: editing },
  { name: 'footnotes', contexts: notEmbedded, filter: filterFootnotes },
]

/** Pages: a tree with a separate order. */
export function pageKind(store: Store): Kind {
  const meta = [...ownMeta, ...addedMeta(store, 'page')]
  const acf = store.registry.typeOf('page')?.acf ?? {}
  const kind: Kind = {
    type: 'page',
    base: 'pages',
    rights: pageRights,
    trash: true,
    meta,
    acf,
    taxonomies: termBases(store, 'page'),
    fields: [
      ...rowFields(store),
      common.parent,
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
      ...termFields(store, 'page'),
      ...acfField(store, acf),
    ],
    listArgs: listArgs([...orders, 'menu_order'], statusArg(pageRights), {
      menu_order: { type: 'integer' },
      parent: integerList,
      parent_exclude: integerList,
      ...termListArgs(store, 'page'),
      orderby_hierarchy: { type: 'boolean', default: false },
    }),
    itemArgs: { excerpt_length: { type: 'integer' }, password: { type: 'string' } },
    links: (view) => ({ ...contentLinks(kind, view), ...termLinks(kind, view) }),
    draft(request, draft, old) {
      const template = request.sources
        .map((source) => source['template'])
        .find((value) => typeof value === 'string')
      const terms = chosenTerms(store, 'page', request, old?.terms ?? {})
      return { ...draft, terms, ...(typeof template === 'string' ? { template } : {}) }
    },
  }
  return kind
}

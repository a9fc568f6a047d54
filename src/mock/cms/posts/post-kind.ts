import { type RestRequest, param } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { filterFootnotes } from '../text/footnotes.ts'
import { addedMeta } from '../types/meta-rules.ts'
import { acfField } from './acf-field.ts'
import { choicesOf, formatArg, formatField, templateField } from './choice-fields.ts'
import { common, editing, notEmbedded } from './fields.ts'
import { metaField } from './meta-field.ts'
import type { Draft, Kind } from './kind.ts'
import { contentLinks, termLinks } from './links.ts'
import { listArgs, orders, statusArg } from './list/list-args.ts'
import { postRights } from './rights.ts'
import { rowFields } from './row-fields.ts'
import { chosenTerms, termBases, termFields, termListArgs } from './term-fields.ts'
import { savedTerms } from './write/save.ts'

const ownMeta = [
  { name: '_crdt_document', contexts: editing },
  { name: '_seo_focuskw', contexts: notEmbedded },
  { name: '_seo_title', contexts: notEmbedded },
  { name: '_seo_metadesc', contexts: notEmbedded },
  { name: 'footnotes', contexts: notEmbedded, filter: filterFootnotes },
]

/** Posts have categories, tags and a format, and can be sticky. */
export function postKind(store: Store): Kind {
  const meta = [...ownMeta, ...addedMeta(store, 'post')]
  const acf = store.registry.typeOf('post')?.acf ?? {}
  const kind: Kind = {
    type: 'post',
    base: 'posts',
    rights: postRights,
    trash: true,
    meta,
    acf,
    taxonomies: termBases(store, 'post'),
    fields: [
      ...rowFields(store),
      common.title,
      common.content,
      common.author,
      common.excerpt,
      common.featured,
      common.commentStatus,
      common.pingStatus,
      formatField,
      metaField(meta),
      { name: 'sticky', contexts: notEmbedded, write: { type: 'boolean' }, read: ({ row }) => row.sticky },
      templateField([]),
      ...termFields(store, 'post'),
      ...acfField(store, acf),
    ],
    listArgs: listArgs(orders, statusArg(postRights), {
      ...termListArgs(store, 'post'),
      sticky: { type: 'boolean' },
      ignore_sticky: { type: 'boolean', default: true },
      format: formatArg,
    }),
    itemArgs: { excerpt_length: { type: 'integer' }, password: { type: 'string' } },
    links: (view) => ({ ...contentLinks(kind, view), ...termLinks(kind, view) }),
    draft: (request, draft, old) => ({
      ...draft,
      ...extrasOf(store, request, savedTerms(old ?? { type: 'post', terms: {} })),
    }),
  }
  return kind
}

function extrasOf(store: Store, request: RestRequest, old: Row['terms']): Draft {
  const draft: Draft = { ...choicesOf(request), terms: chosenTerms(store, 'post', request, old) }
  const sticky = param(request, 'sticky')
  if (typeof sticky === 'boolean') draft.sticky = sticky
  return draft
}

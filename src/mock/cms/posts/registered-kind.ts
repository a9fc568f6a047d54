import type { Feature } from '../../contracts/site-types/site-types.ts'
import { integerList } from '../rest/common-args.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { filterFootnotes } from '../text/footnotes.ts'
import type { TypeFacts } from '../types/facts.ts'
import { addedMeta } from '../types/meta-rules.ts'
import { acfField } from './acf-field.ts'
import { choicesOf, formatArg, formatField, templateField } from './choice-fields.ts'
import { common, editing, notEmbedded } from './fields.ts'
import type { Field, Kind, MetaField } from './kind.ts'
import { contentLinks, termLinks } from './links.ts'
import { listArgs, orders, statusArg } from './list/list-args.ts'
import { metaField } from './meta-field.ts'
import { postRights } from './rights.ts'
import { rowFields } from './row-fields.ts'
import { chosenTerms, termBases, termFields, termListArgs } from './term-fields.ts'

/** A post type of the file of `--types`: its features determine its fields and parameters. */
export function registeredKind(store: Store, type: TypeFacts): Kind {
  const { name, acf } = type
  const meta = metaOf(store, type)
  const kind: Kind = {
    type: name,
    base: type.base,
    rights: postRights,
    trash: true,
    meta,
    acf,
    taxonomies: termBases(store, name),
    fields: [
      ...rowFields(store),
      ...(type.hierarchical ? [common.parent] : []),
      ...featureFields(meta).flatMap(([feature, ...fields]) => (type.supports.has(feature) ? fields : [])),
      templateField([]),
      ...termFields(store, name),
      ...acfField(store, acf),
    ],
    listArgs: listArgsOf(store, type),
    itemArgs: {
      ...(type.supports.has('excerpt') ? { excerpt_length: { type: 'integer' } } : {}),
      password: { type: 'string' },
    },
    links: (view) => ({ ...contentLinks(kind, view), ...termLinks(kind, view) }),
    draft: (request, draft, old) => ({
      ...draft,
      ...choicesOf(request),
      terms: chosenTerms(store, name, request, old?.terms ?? {}),
    }),
  }
  return kind
}

/** WordPress adds footnotes to every type whose revisions can show them. */
function metaOf(store: Store, { name, supports }: TypeFacts): MetaField[] {
  const hasFootnotes = (['editor', 'custom-fields', 'revisions'] as const).every((one) => supports.has(one))
  return [
    { name: '_crdt_document', contexts: editing },
    ...(hasFootnotes ? [{ name: 'footnotes', contexts: notEmbedded, filter: filterFootnotes }] : []),
    ...addedMeta(store, name),
  ]
}

function featureFields(meta: readonly MetaField[]): readonly (readonly [Feature, ...Field[]])[] {
  return [
    ['title', common.title],
    ['editor', common.content],
    ['author', common.author],
    ['excerpt', common.excerpt],
    ['thumbnail', common.featured],
    ['comments', common.commentStatus, common.pingStatus],
    ['page-attributes', common.menuOrder],
    ['post-formats', formatField],
    ['custom-fields', metaField(meta)],
  ]
}

function listArgsOf(store: Store, { name, hierarchical, supports }: TypeFacts): Args {
  const ordered = supports.has('page-attributes')
  const args = listArgs(ordered ? [...orders, 'menu_order'] : orders, statusArg(postRights), {
    ...(ordered ? { menu_order: { type: 'integer' } } : {}),
    ...(hierarchical
      ? {
          parent: integerList,
          parent_exclude: integerList,
          orderby_hierarchy: { type: 'boolean', default: false },
        }
      : {}),
    ...termListArgs(store, name),
    ...(supports.has('post-formats') ? { format: formatArg } : {}),
  })
  if (supports.has('author')) return args
  return Object.fromEntries(
    Object.entries(args).filter(([arg]) => arg !== 'author' && arg !== 'author_exclude'),
  )
}

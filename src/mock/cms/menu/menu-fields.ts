import { statusField } from '../posts/choice-fields.ts'
import { everywhere, notEmbedded, shownText, textObject } from '../posts/fields.ts'
import { metaField } from '../posts/meta-field.ts'
import type { Field, MetaField, View } from '../posts/kind.ts'
import { linkOf, termLink } from '../posts/link.ts'
import { entryOf, toList, toText } from '../rest/php.ts'
import { type Arg, fault } from '../rest/schema/schema.ts'
import type { MenuFacts, Row, Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { cleanTextLine, cleanUrl } from '../text/clean.ts'
import { plainTypography, renderTitle, trimWords } from '../text/render.ts'

const labels: Readonly<Record<string, string>> = {
  page: 'Page',
  post: 'Post',
  attachment: 'Media',
  category: 'Category',
  post_tag: 'Tag',
  nav_menu: 'Menu',
}
const longestDescription = 200
const plainText: Arg = { type: 'string', clean: (value) => cleanTextLine(toText(value)) }
const classNames: Arg = {
  type: 'array',
  items: { type: 'string' },
  clean: (value) => toList(value).map((name) => toText(name).replace(/[^A-Za-z0-9_-]/g, '')),
}

export const blankMenu: MenuFacts = {
  type: 'custom',
  object: '',
  objectId: 0,
  parent: 0,
  url: '',
  target: '',
  classes: [''],
  xfn: [''],
}

/** The row or term that a menu item links to; empty if it links to neither or its target was deleted. */
export function targetOf(store: Store, menu: MenuFacts): { row?: Row; term?: Term } {
  if (menu.type === 'post_type') {
    const row = store.get(menu.objectId)
    return row === undefined ? {} : { row }
  }
  const term = menu.type === 'taxonomy' ? store.terms.get(menu.objectId) : undefined
  return term?.taxonomy === menu.object ? { term } : {}
}

const menuOf = ({ row }: View): MenuFacts => row.menu ?? blankMenu

function titleOf(view: View): string {
  const { row, store } = view
  const target = targetOf(store, menuOf(view))
  if (row.title !== '') return row.title
  const { type, object, objectId } = menuOf(view)
  if (type === 'post_type_archive') return store.registry.typeOf(object)?.labels['archives'] ?? ''
  const untitled = type === 'custom' ? '' : `#${objectId} (no title)`
  return renderTitle(target.row?.title ?? target.term?.name ?? '') || untitled
}

function addressOf(view: View): string | false {
  const { store, site } = view
  const menu = menuOf(view)
  const { row, term } = targetOf(store, menu)
  if (row !== undefined) return linkOf(store, row, site)
  // The archive of posts is the front page; other types have none.
  if (menu.type === 'post_type_archive') return menu.object === 'post' ? site.home : false
  return term === undefined ? menu.url : termLink(store, site, term)
}

function isInvalid(view: View): boolean {
  const menu = menuOf(view)
  const { row, term } = targetOf(view.store, menu)
  if (menu.type === 'post_type')
    return row === undefined || row.status === 'trash' || labelFor(view.store, menu.object) === undefined
  return menu.type === 'taxonomy' && term === undefined
}

/** The label of a post type or taxonomy that a menu can link to. */
function labelFor({ registry }: Store, name: string): string | undefined {
  const added = [...registry.addedTypes, ...registry.addedTaxonomies].find((one) => one.name === name)
  return entryOf(labels, name) ?? added?.labels.singular_name
}

function labelOf(view: View): string {
  const { type, object } = menuOf(view)
  if (type === 'custom') return 'Custom Link'
  return type === 'post_type_archive' ? 'Post Type Archive' : (labelFor(view.store, object) ?? object)
}

/** The fields of a menu item. */
export function menuFields(meta: readonly MetaField[], store: Store): readonly Field[] {
  return [
    {
      name: 'title',
      contexts: everywhere,
      write: {
        type: ['string', 'object'],
        properties: { raw: { type: 'string' }, rendered: { type: 'string' } },
        clean: (value) => value,
      },
      shows: shownText,
      read: (view) => textObject(view, titleOf(view), renderTitle(titleOf(view))),
    },
    { name: 'id', contexts: everywhere, shows: { type: 'integer' }, read: ({ row }) => row.id },
    { name: 'type_label', contexts: everywhere, shows: { type: 'string' }, read: labelOf },
    {
      name: 'type',
      contexts: everywhere,
      write: {
        type: 'string',
        enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'],
        default: 'custom',
      },
      read: (view) => menuOf(view).type,
    },
    statusWithDefault(store),
    {
      name: 'parent',
      contexts: everywhere,
      write: { type: 'integer', minimum: 0, default: 0 },
      read: (view) => menuOf(view).parent,
    },
    {
      name: 'attr_title',
      contexts: everywhere,
      write: plainText,
      read: ({ row }) => plainTypography(row.excerpt),
    },
    { name: 'classes', contexts: everywhere, write: classNames, read: (view) => menuOf(view).classes },
    {
      name: 'description',
      contexts: everywhere,
      write: plainText,
      read: ({ row }) => plainTypography(trimWords(row.content, longestDescription, '&hellip;')),
    },
    {
      name: 'menu_order',
      contexts: everywhere,
      write: { type: 'integer', minimum: 1, default: 1 },
      read: ({ row }) => row.menuOrder,
    },
    {
      name: 'object',
      contexts: everywhere,
      write: { type: 'string', format: 'text-field' },
      read: (view) => menuOf(view).object,
    },
    {
      name: 'object_id',
      contexts: everywhere,
      write: { type: 'integer', minimum: 0, default: 0 },
      read: (view) => menuOf(view).objectId,
    },
    {
      name: 'target',
      contexts: everywhere,
      write: { type: 'string', enum: ['_blank', ''] },
      read: (view) => menuOf(view).target,
    },
    {
      name: 'url',
      contexts: everywhere,
      write: {
        type: 'string',
        format: 'uri',
        check: (value) =>
          value === '' || cleanUrl(toText(value)) !== ''
            ? undefined
            : fault('rest_invalid_url', 'Invalid URL.'),
      },
      shows: { type: ['string', 'boolean'] },
      read: addressOf,
    },
    { name: 'xfn', contexts: everywhere, write: classNames, read: (view) => menuOf(view).xfn },
    { name: 'invalid', contexts: everywhere, shows: { type: 'boolean' }, read: isInvalid },
    {
      name: 'menus',
      contexts: notEmbedded,
      write: { type: 'integer' },
      read: ({ row }) => row.terms['nav_menu']?.[0],
    },
    metaField(meta),
  ]
}

function statusWithDefault(store: Store): Field {
  const field = statusField([], (id) => store.get(id)?.status)
  return { ...field, contexts: everywhere, write: { ...field.write, default: 'publish' } }
}

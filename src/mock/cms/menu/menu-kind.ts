import { editing } from '../posts/fields.ts'
import type { Draft, Kind, View } from '../posts/kind.ts'
import { restPathOf, termPathOf } from '../posts/link.ts'
import { baseLinks, termLinks } from '../posts/links.ts'
import { anyStatus, listArgs, orders, statusArg } from '../posts/list/list-args.ts'
import { termListArgs } from '../posts/term-fields.ts'
import { menuRights } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { integerList } from '../rest/common-args.ts'
import { absInt, isWhole, toInt, toList, toText } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import type { Arg } from '../rest/schema/schema.ts'
import type { MenuFacts, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { blankMenu, menuFields, targetOf } from './menu-fields.ts'

const meta = [{ name: '_crdt_document', contexts: editing }]

/** WordPress does not validate these two parameters for menu items. Anything except a list of ids has no effect. */
const looseIds: Arg = {
  ...integerList,
  clean(value) {
    const ids = toList(value)
    return ids.every(isWhole) ? ids.map(toInt) : []
  },
}

/** Menu items: rows that link to a row, a term or any URL. */
export function menuKind(store: Store): Kind {
  const common = listArgs([...orders, 'menu_order'], statusArg(menuRights, anyStatus), {
    ...termListArgs(store, 'nav_menu_item'),
    menu_order: { type: 'integer' },
  })
  const kind: Kind = {
    type: 'nav_menu_item',
    base: 'menu-items',
    rights: menuRights,
    trash: { message: "Menu items do not support trashing. Set 'force=true' to delete." },
    meta,
    acf: {},
    taxonomies: { nav_menu: 'menus' },
    fields: menuFields(meta, store),
    listArgs: {
      ...common,
      author: looseIds,
      author_exclude: looseIds,
      per_page: { ...common['per_page'], default: 100 },
      order: { ...common['order'], default: 'asc' },
      orderby: { ...common['orderby'], default: 'menu_order' },
    },
    itemArgs: {},
    links: (view) => ({ ...baseLinks(kind, view), ...termLinks(kind, view), ...targetLinks(view) }),
    mayList: (user) =>
      can(user, 'edit_posts') ||
      refuse(user, 'rest_cannot_view', 'Sorry, you are not allowed to view menu items.'),
    draft: (request, draft, old) => menuDraft(store, request, draft, old),
  }
  return kind
}

function targetLinks({ store, row: item, site }: View): Links {
  const menu = item.menu ?? blankMenu
  const { row } = targetOf(store, menu)
  const link = (what: Record<string, string>, path: string | undefined): Links =>
    path === undefined
      ? {}
      : { 'cms:menu-item-object': [{ ...what, embeddable: true, href: site.root + path }] }
  if (row !== undefined) return link({ post_type: row.type }, restPathOf(store, row))
  // WordPress links a term even if it belongs to another taxonomy than stated.
  const term = menu.type === 'taxonomy' ? store.terms.get(menu.objectId) : undefined
  return term === undefined ? {} : link({ taxonomy: term.taxonomy }, termPathOf(store, term))
}

function menuDraft(store: Store, request: RestRequest, draft: Draft, old: Row | undefined): Draft {
  const before = old?.menu ?? blankMenu
  const text = (name: string, usual: string): string =>
    param(request, name) === null ? usual : toText(param(request, name))
  const number = (name: string, usual: number): number => Number(param(request, name) ?? usual)
  const menu: MenuFacts = {
    type: text('type', before.type),
    object: text('object', before.object),
    objectId: number('object_id', before.objectId),
    parent: unlessSelf(number('parent', before.parent), old),
    url: text('url', before.url),
    target: text('target', before.target),
    classes: names(request, 'classes', before.classes),
    xfn: names(request, 'xfn', before.xfn),
  }
  const custom = old !== undefined && menu.type === 'custom'
  const own: Draft = {
    ...draft,
    menu: custom ? { ...menu, object: 'custom', objectId: old.id } : withObject(store, menu),
  }
  refuseIncomplete(store, own, old)
  if (own.status !== undefined && own.status !== 'publish') own.status = 'draft'
  if (param(request, 'attr_title') !== null) own.excerpt = text('attr_title', '')
  if (param(request, 'description') !== null) own.content = text('description', '')
  const menuId = absInt(param(request, 'menus'))
  if (menuId !== 0) {
    if (!store.terms.has('nav_menu', menuId)) throw new RestError('invalid_menu_id', 'Invalid menu ID.', 400)
    own.terms = { nav_menu: [menuId] }
  }
  own.menuOrder = placeOf(store, request, { ...old, ...own })
  return own
}

/** An item cannot be its own parent. */
const unlessSelf = (parent: number, item: Row | undefined): number => (parent === item?.id ? 0 : parent)

/** The order is 1 without a menu. A null, which arrives as 0, moves the item to the end of its menu. */
function placeOf(store: Store, request: RestRequest, { terms: own, menuOrder = 0 }: Draft): number {
  const menu = own?.['nav_menu']?.[0]
  if (menu === undefined) return 1
  if (param(request, 'menu_order') !== 0) return menuOrder || 1
  const items = [...store.ofType('nav_menu_item').values()]
  const others = items.filter((item) => item.terms['nav_menu']?.includes(menu) === true)
  return others.length === 0 ? 0 : others.length + 1
}

function names(request: RestRequest, name: string, usual: readonly string[]): readonly string[] {
  const value = param(request, name)
  if (!Array.isArray(value)) return usual
  return value.map(toText).join(' ').split(' ')
}

/** Looks up the type of the target if only its id was sent. */
function withObject(store: Store, menu: MenuFacts): MenuFacts {
  if (menu.object !== '') return menu
  if (menu.type === 'post_type') return { ...menu, object: store.get(menu.objectId)?.type ?? '' }
  if (menu.type === 'taxonomy') return { ...menu, object: store.terms.get(menu.objectId)?.taxonomy ?? '' }
  return menu
}

function refuseIncomplete({ registry }: Store, draft: Draft, old: Row | undefined): void {
  const faults: RestError[] = []
  const add = (code: string, message: string): void => void faults.push(new RestError(code, message, 400))
  const { type, object, url } = draft.menu ?? blankMenu
  const title = draft.title ?? old?.title ?? ''
  if (type === 'taxonomy' && object === '') add('rest_term_invalid_id', 'Invalid term ID.')
  if (type === 'post_type' && object === '') add('rest_post_invalid_id', 'Invalid post ID.')
  if (type === 'post_type_archive' && registry.typeOf(object) === undefined)
    add('rest_post_invalid_type', 'Invalid post type.')
  if (type === 'custom' && title === '')
    add('rest_title_required', 'The title is required when using a custom menu item type.')
  if (type === 'custom' && url === '')
    add('rest_url_required', 'The url is required when using a custom menu item type.')
  const [first, ...others] = faults
  if (first !== undefined) throw new RestError(first.code, first.message, first.status, { others })
}

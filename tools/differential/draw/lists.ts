import type { Draw, Members } from './draw.ts'
import { contexts, fields } from './rows.ts'
import { dates, oddValues, searches, slugs } from './values.ts'
import { type Kind, type World, idOf, pathOf, root, send } from './world.ts'

const orders = [
  'id',
  'date',
  'title',
  'slug',
  'modified',
  'include',
  'author',
  'parent',
  'relevance',
  'include_slugs',
  'menu_order',
  'nope',
]
const statuses = [
  'publish',
  'draft',
  'any',
  'publish,draft',
  'private',
  'trash',
  'future',
  'pending',
  'inherit',
  'auto-draft',
  'nope',
  'any,draft',
  '',
]

/** A request for a list of rows, filtered and ordered as clients do. */
export function listRows(world: World, kind: Kind): void {
  const { draw } = world
  const query = { ...commonQuery(world, kind), ...ownQuery(world, kind) }
  const spoiled = draw.chance(0.06)
    ? { ...query, [draw.pick(Object.keys(listParameters))]: toQuery(draw) }
    : query
  send(world, { method: draw.chance(0.98) ? 'GET' : 'HEAD', path: pathOf(`${root}/${kind}`, spoiled) })
}

/** Parameters that may get an invalid value. */
const listParameters = {
  page: 0,
  per_page: 0,
  order: 0,
  orderby: 0,
  include: 0,
  exclude: 0,
  offset: 0,
  search: 0,
  after: 0,
  slug: 0,
  status: 0,
  context: 0,
  author: 0,
  parent: 0,
}

function toQuery(draw: Draw): string {
  const value = draw.pick(oddValues)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function commonQuery(world: World, kind: Kind): Members {
  const { draw } = world
  return draw.members({
    context: [0.2, () => draw.weighted(contexts)],
    // The order of rows of the same second depends on the database.
    orderby: [0.6, () => (draw.chance(0.6) ? 'id' : draw.pick(orders))],
    order: [0.4, () => draw.pick(['asc', 'desc', 'ASC', 'nope'])],
    per_page: [0.3, () => draw.pick(['1', '2', '5', '100', '101', '0', '-1', 'x'])],
    page: [0.15, () => draw.pick(['1', '2', '3', '0', '99', 'x'])],
    offset: [0.08, () => draw.pick(['0', '1', '5', '-1'])],
    search: [0.12, () => draw.pick(searches)],
    include: [0.12, () => ids(world, kind)],
    exclude: [0.08, () => ids(world, kind)],
    after: [0.06, () => draw.pick(dates)],
    before: [0.06, () => draw.pick(dates)],
    _fields: [0.25, () => draw.pick(fields)],
    _embed: [0.04, () => draw.pick(['1', 'author'])],
    _envelope: [0.03, () => draw.pick(['1', ''])],
    unknown_parameter: [0.03, () => 'x'],
  })
}

function ids(world: World, kind: Kind): string {
  return Array.from({ length: world.draw.int(1, 3) }, () => idOf(world, kind)).join(',')
}

function ownQuery(world: World, kind: Kind): Members {
  const { draw } = world
  if (kind === 'comments')
    return draw.members({
      post: [0.2, () => idOf(world, 'posts')],
      parent: [0.1, () => idOf(world, 'comments')],
      status: [0.2, () => draw.pick(['approve', 'hold', 'all', 'spam', 'trash', 'any', 'nope'])],
      type: [0.05, () => draw.pick(['comment', 'pingback', 'all'])],
      author: [0.05, () => draw.pick(['1', '0', '2'])],
      author_email: [0.05, () => draw.pick(['commenter@example.org', 'nope'])],
    })
  return draw.members({
    status: [0.3, () => draw.pick(statuses)],
    slug: [0.08, () => draw.pick(slugs)],
    author: [kind === 'menu-items' ? 0 : 0.05, () => draw.pick(['1', '2', '1,2', '99'])],
    author_exclude: [kind === 'menu-items' ? 0 : 0.03, () => draw.pick(['1', '2'])],
    modified_after: [0.04, () => draw.pick(dates)],
    modified_before: [0.04, () => draw.pick(dates)],
    parent: [kind === 'pages' || kind === 'media' ? 0.1 : 0, () => idOf(world, 'pages')],
    parent_exclude: [kind === 'pages' || kind === 'media' ? 0.05 : 0, () => draw.pick(['0', '2', '0,2'])],
    menu_order: [kind === 'pages' ? 0.08 : 0, () => draw.pick(['0', '1', '-3'])],
    categories: [kind === 'posts' ? 0.15 : 0, () => draw.pick(['1', '11', '11,12', '999', ''])],
    categories_exclude: [kind === 'posts' ? 0.08 : 0, () => draw.pick(['1', '12'])],
    tags: [kind === 'posts' ? 0.1 : 0, () => draw.pick(['13', '13,14', '11'])],
    tax_relation: [kind === 'posts' ? 0.05 : 0, () => draw.pick(['AND', 'OR', 'nope'])],
    sticky: [kind === 'posts' ? 0.1 : 0, () => draw.pick(['true', 'false', '1', 'x'])],
    menus: [kind === 'menu-items' ? 0.2 : 0, () => draw.pick(['15', '16', '15,16', '999'])],
    media_type: [kind === 'media' ? 0.1 : 0, () => draw.pick(['image', 'application', 'nope', 'video'])],
    mime_type: [kind === 'media' ? 0.1 : 0, () => draw.pick(['image/jpeg', 'image/png', 'nope'])],
  })
}

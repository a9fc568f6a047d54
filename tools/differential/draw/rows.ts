import type { Draw, Members } from './draw.ts'
import { contents, dates, distinctDate, slugs, spoil, titles } from './values.ts'
import { type Kind, type World, create, idOf, idValue, pathOf, root, send } from './world.ts'

type Base = 'posts' | 'pages'

/** The body of a create or update of a post or page. */
export function rowBody(world: World, base: Base, share: number): Members {
  const { draw } = world
  const flags = ['open', 'closed', 'nope']
  const members = draw.members({
    title: [share, () => text(draw, titles)],
    content: [share, () => text(draw, contents)],
    status: [share, () => draw.weighted(statuses)],
    slug: [share / 2, () => draw.pick(slugs)],
    date: [share / 2, () => dateOf(draw)],
    date_gmt: [share / 10, () => draw.pick(dates)],
    excerpt: [share / 4, () => text(draw, contents.slice(0, 8))],
    author: [share / 8, () => draw.pick([1, 2, 3, 5, 99])],
    featured_media: [share / 8, () => idValue(world, 'media')],
    comment_status: [share / 6, () => draw.pick(flags)],
    ping_status: [share / 8, () => draw.pick(flags)],
    password: [share / 10, () => draw.pick(['secret', '', 'with space'])],
    menu_order: [base === 'pages' ? share / 4 : 0, () => draw.pick([0, 1, 5, -3, '7'])],
    parent: [base === 'pages' ? share / 4 : 0, () => idValue(world, 'pages')],
    categories: [
      base === 'posts' ? share / 3 : 0,
      () => draw.pick([[1], [11], [11, 12], [13], [], [999], '11,12']),
    ],
    tags: [base === 'posts' ? share / 3 : 0, () => draw.pick([[13], [13, 14], [11], [], [999]])],
    format: [base === 'posts' ? share / 6 : 0, () => draw.pick(['aside', 'standard', 'video', 'nope'])],
    sticky: [base === 'posts' ? share / 6 : 0, () => draw.pick([true, false])],
    unknown_field: [0.02, () => 'ignored'],
  })
  return spoil(draw, members, 0.1)
}

const statuses = [
  [50, 'publish'],
  [20, 'draft'],
  [8, 'private'],
  [8, 'pending'],
  [6, 'future'],
  [2, 'trash'],
  [2, 'nope'],
  [1, 'auto-draft'],
] as const

function text(draw: Draw, list: readonly string[]): unknown {
  const chosen = draw.pick(list)
  return draw.chance(0.15) ? { raw: chosen } : chosen
}

function dateOf(draw: Draw): unknown {
  return draw.chance(0.75) ? distinctDate(draw) : draw.chance(0.15) ? null : draw.pick(dates)
}

export function createRow(world: World, base: Base): string {
  const body = {
    ...rowBody(world, base, 0.7),
    ...(world.draw.chance(0.5) ? { date: distinctDate(world.draw) } : {}),
  }
  return create(world, base, { method: 'POST', path: `${root}/${base}`, body })
}

export function updateRow(world: World, base: Base): void {
  const method = world.draw.weighted([
    [70, 'POST'],
    [15, 'PUT'],
    [15, 'PATCH'],
  ] as const)
  send(world, { method, path: `${root}/${base}/${idOf(world, base)}`, body: rowBody(world, base, 0.3) })
}

export function readRow(world: World, kind: Kind): void {
  const { draw } = world
  const query = draw.members({
    context: [0.5, () => draw.weighted(contexts)],
    _fields: [0.15, () => draw.pick(fields)],
    _embed: [0.08, () => draw.pick(['1', 'author', 'cms:term', 'replies', ''])],
    password: [0.05, () => draw.pick(['secret', 'wrong'])],
    excerpt_length: [0.02, () => draw.pick(['3', '0', 'x'])],
    _envelope: [0.03, () => '1'],
    _method: [0.01, () => draw.pick(['DELETE', 'OPTIONS', 'HEAD', 'nope'])],
  })
  const method = draw.weighted([
    [96, 'GET'],
    [2, 'HEAD'],
    [2, 'OPTIONS'],
  ] as const)
  send(world, { method, path: pathOf(`${root}/${kind}/${idOf(world, kind)}`, query) })
}

export const contexts = [
  [55, 'edit'],
  [20, 'view'],
  [20, 'embed'],
  [5, 'nope'],
] as const

export const fields = [
  'id',
  'id,slug,status',
  'title',
  'title.rendered',
  'content.raw,id',
  'id,_links',
  '_links.self,link',
  'nope',
  'slug,date,modified',
  '_embedded,id',
  'id,type,template,meta',
]

export function deleteRow(world: World, kind: Kind): void {
  const { draw } = world
  const query = draw.members({
    force: [
      0.5,
      () =>
        draw.weighted([
          [8, 'true'],
          [2, 'false'],
          [1, '1'],
          [1, 'nope'],
        ] as const),
    ],
  })
  send(world, { method: 'DELETE', path: pathOf(`${root}/${kind}/${idOf(world, kind)}`, query) })
}

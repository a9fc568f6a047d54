import { listRows } from './lists.ts'
import { createRow, deleteRow, readRow } from './rows.ts'
import { contents, distinctDate, spoil } from './values.ts'
import type { Members } from './draw.ts'
import { type World, create, idOf, idValue, root, send } from './world.ts'

/** Comments on existing or new posts. */
export function drawComments(world: World): void {
  const { draw } = world
  draw.weighted<() => void>([
    [world.made.length < 4 ? 30 : 12, () => createComment(world)],
    [12, () => updateComment(world)],
    [12, () => readRow(world, 'comments')],
    [18, () => listRows(world, 'comments')],
    [12, () => deleteRow(world, 'comments')],
    [3, () => void createRow(world, draw.pick(['posts', 'pages'] as const))],
  ])()
}

function createComment(world: World): void {
  const { draw } = world
  const members = {
    post: idValue(world, 'posts'),
    // WordPress rejects equal text as a duplicate.
    content: `${draw.pick(contents)}${draw.chance(0.9) ? ` ${draw.int(1000, 9999)}` : ''}`,
    ...commentBody(world, 0.2),
    ...(draw.chance(0.7) ? { date: distinctDate(draw) } : {}),
  }
  if (draw.chance(0.05)) delete (members as Members)['post']
  create(world, 'comments', { method: 'POST', path: `${root}/comments`, body: spoil(draw, members, 0.08) })
}

function updateComment(world: World): void {
  const { draw } = world
  const body = { ...draw.members({ content: [0.5, () => draw.pick(contents)] }), ...commentBody(world, 0.3) }
  send(world, {
    method: 'POST',
    path: `${root}/comments/${idOf(world, 'comments')}`,
    body: spoil(draw, body),
  })
}

function commentBody(world: World, share: number): Members {
  const { draw } = world
  return draw.members({
    author: [share / 2, () => draw.pick([1, 2, 0, 99])],
    author_name: [share, () => draw.pick(['Ann', 'Jürgen <b>x</b>', '', 'x'.repeat(250)])],
    author_email: [share, () => draw.pick(['ann@example.org', 'nope', ''])],
    author_url: [
      share / 2,
      () => draw.pick(['https://example.org/me', 'example.org', 'javascript:alert(1)', '']),
    ],
    author_ip: [share / 6, () => draw.pick(['127.0.0.1', '::1', 'nope'])],
    status: [share, () => draw.pick(['approved', 'hold', 'spam', 'trash', 'approve', 'nope', '1', '0'])],
    parent: [share, () => idValue(world, 'comments')],
    date_gmt: [share / 6, () => distinctDate(draw)],
    type: [share / 8, () => draw.pick(['comment', 'pingback'])],
  })
}

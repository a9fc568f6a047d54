import { listRows } from './lists.ts'
import { createRow, deleteRow, readRow } from './rows.ts'
import { spoil, titles } from './values.ts'
import type { Members } from './draw.ts'
import { type World, create, idOf, idValue, root, send } from './world.ts'

/** Menu items: links of all kinds, nested, in the two menus. */
export function drawMenu(world: World): void {
  const { draw } = world
  draw.weighted<() => void>([
    [world.made.length < 4 ? 30 : 10, () => createItem(world)],
    [14, () => updateItem(world)],
    [14, () => readRow(world, 'menu-items')],
    [14, () => listRows(world, 'menu-items')],
    [8, () => deleteRow(world, 'menu-items')],
    [4, () => void createRow(world, 'pages')],
    [3, () => deleteRow(world, 'pages')],
  ])()
}

function createItem(world: World): void {
  const { draw } = world
  const target = draw.weighted<() => Members>([
    [6, () => ({ type: 'custom', url: draw.pick(urls), title: draw.pick(titles) })],
    [5, () => ({ type: 'post_type', object: 'page', object_id: idValue(world, 'pages') })],
    [2, () => ({ type: 'taxonomy', object: 'category', object_id: draw.pick([1, 11, 12, 999]) })],
    [1, () => ({ type: 'post_type_archive', object: 'post' })],
    [1, () => ({ url: 'https://example.org/' })],
    [1, () => ({ title: 'No address' })],
  ])()
  const body = {
    ...target,
    ...common(world, 0.3),
    ...(draw.chance(0.9) ? { menu_order: world.steps.length + 1 } : {}),
  }
  create(world, 'menu-items', { method: 'POST', path: `${root}/menu-items`, body: spoil(draw, body, 0.08) })
}

const urls = [
  'https://example.org/',
  '/relative',
  '#anchor',
  'example.org/x y',
  'javascript:alert(1)',
  'HTTP://EXAMPLE.ORG',
  '',
  'mailto:a@example.org',
]

function common(world: World, share: number): Members {
  const { draw } = world
  return draw.members({
    menus: [share * 2, () => draw.pick([15, 16, 999, [15]])],
    parent: [share, () => idValue(world, 'menu-items')],
    status: [share, () => draw.pick(['publish', 'draft', 'private', 'nope'])],
    attr_title: [share / 2, () => draw.pick(titles)],
    description: [share / 2, () => draw.pick(titles)],
    classes: [share / 2, () => draw.pick([['a', 'b'], 'a b', ['ä!'], []])],
    xfn: [share / 3, () => draw.pick([['friend'], 'friend met', []])],
    target: [share / 3, () => draw.pick(['_blank', '', '_self'])],
    menu_order: [share / 3, () => draw.pick([0, 1, 5, -1])],
  })
}

function updateItem(world: World): void {
  const { draw } = world
  const body = {
    ...draw.members({ title: [0.5, () => draw.pick(titles)], url: [0.3, () => draw.pick(urls)] }),
    ...common(world, 0.2),
  }
  send(world, {
    method: 'POST',
    path: `${root}/menu-items/${idOf(world, 'menu-items')}`,
    body: spoil(draw, body),
  })
}

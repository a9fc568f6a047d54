import { contexts, createRow, fields, readRow, rowBody, updateRow } from './rows.ts'
import { type World, create, idOf, pathOf, root, send } from './world.ts'

/** Includes subfields, which not every version of the engine supports for these routes. */
const childFields = [
  ...fields,
  'id,title.raw',
  'content.raw,title.rendered',
  'slug.raw,guid.rendered,excerpt.raw',
]

type Base = 'posts' | 'pages'

/** Revisions and autosaves of posts and pages. */
export function drawChildren(world: World): void {
  const { draw } = world
  const base = draw.pick(['pages', 'posts'] as const)
  draw.weighted<() => void>([
    [world.made.length < 2 ? 20 : 3, () => void createRow(world, base)],
    [20, () => updateRow(world, base)],
    [12, () => autosave(world, base)],
    [16, () => list(world, base)],
    [10, () => readChild(world, base)],
    [4, () => removeRevision(world, base)],
    [4, () => readRow(world, base)],
  ])()
}

function autosave(world: World, base: Base): void {
  const path = `${root}/${base}/${idOf(world, base)}/autosaves`
  const { status: _status, ...body } = rowBody(world, base, 0.4)
  create(world, base, { method: 'POST', path, body })
  // The response may be the row itself or a revision, so later steps must not use it as a row.
  world.made.pop()
}

function list(world: World, base: Base): void {
  const { draw } = world
  const child = draw.pick(['revisions', 'revisions', 'autosaves'] as const)
  const query = draw.members({
    context: [0.4, () => draw.weighted(contexts)],
    _fields: [0.3, () => draw.pick(childFields)],
    per_page: [child === 'revisions' ? 0.2 : 0, () => draw.pick(['1', '2', '100', '0'])],
    page: [child === 'revisions' ? 0.15 : 0, () => draw.pick(['1', '2', '9'])],
    orderby: [child === 'revisions' ? 0.5 : 0, () => draw.pick(['id', 'id', 'date', 'title', 'nope'])],
    order: [child === 'revisions' ? 0.3 : 0, () => draw.pick(['asc', 'desc'])],
    offset: [child === 'revisions' ? 0.05 : 0, () => draw.pick(['1', '9'])],
    search: [child === 'revisions' ? 0.05 : 0, () => draw.pick(['first', 'zzz'])],
  })
  send(world, { method: 'GET', path: pathOf(`${root}/${base}/${idOf(world, base)}/${child}`, query) })
}

/** Reads a list first to get the id of a revision or autosave. */
function readChild(world: World, base: Base): void {
  const { draw } = world
  const child = draw.pick(['revisions', 'autosaves'] as const)
  const row = idOf(world, base)
  const name = newest(world, base, row, child)
  const id = draw.chance(0.85) ? `{{${name}}}` : draw.pick(['999999', '1', row])
  const query = draw.members({
    context: [0.6, () => draw.weighted(contexts)],
    _fields: [0.3, () => draw.pick(childFields)],
  })
  send(world, { method: 'GET', path: pathOf(`${root}/${base}/${row}/${child}/${id}`, query) })
}

function removeRevision(world: World, base: Base): void {
  const row = idOf(world, base)
  const name = newest(world, base, row, 'revisions')
  const force = world.draw.pick(['?force=true', '?force=true', '', '?force=false'])
  send(world, { method: 'DELETE', path: `${root}/${base}/${row}/revisions/{{${name}}}${force}` })
}

function newest(world: World, base: Base, row: string, child: string): string {
  const name = `r${world.steps.length}`
  send(world, {
    as: 'admin',
    method: 'GET',
    path: `${root}/${base}/${row}/${child}`,
    save: { [name]: '/0/id' },
  })
  return name
}

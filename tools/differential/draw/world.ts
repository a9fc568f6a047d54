import type { Step } from '../step.ts'
import type { Draw } from './draw.ts'

export type Kind = 'posts' | 'pages' | 'media' | 'menu-items' | 'comments'

/** The reference and kind of a row that an earlier step may have created. */
type Made = { readonly name: string; readonly kind: Kind }

/** The state of a sequence during the draw. */
export type World = {
  readonly draw: Draw
  readonly steps: Step[]
  readonly made: Made[]
}

export type Request = Pick<Step, 'method' | 'path'> & Partial<Step>

export const root = '/cms/v2'

/** Adds a request to the sequence. Its user is drawn unless the request has one. */
export function send({ draw, steps }: World, request: Request): void {
  steps.push({ as: drawUser(draw), ...request })
}

/** Adds a request that creates a row, and returns the reference to it. */
export function create(world: World, kind: Kind, request: Request): string {
  const name = `r${world.steps.length}`
  send(world, {
    as: world.draw.chance(0.75) ? 'admin' : drawUser(world.draw),
    ...request,
    save: { [name]: '/id' },
  })
  world.made.push({ name, kind })
  return name
}

function drawUser(draw: Draw): string | null {
  return draw.weighted<string | null>([
    [60, 'admin'],
    [12, 'editor1'],
    [8, 'author1'],
    [5, 'contrib1'],
    [4, 'sub1'],
    [11, null],
  ])
}

const pristine: Readonly<Record<Kind, readonly number[]>> = {
  posts: [1],
  pages: [2, 3],
  media: [],
  'menu-items': [],
  comments: [1],
}

/** An id as a string: mostly of a row of this kind, sometimes of another kind or unknown. */
export function idOf({ draw, made }: World, kind: Kind): string {
  const own = made.filter((one) => one.kind === kind).map(({ name }) => `{{${name}}}`)
  const first = pristine[kind].map(String)
  if (own.length > 0 && draw.chance(0.85)) return draw.pick(own)
  if (first.length > 0 && draw.chance(0.9)) return draw.pick(first)
  const others = made.map(({ name }) => `{{${name}}}`)
  return draw.pick([...others, '999999', '0', '1', '2'])
}

/** An id as a JSON value. A whole reference keeps its type. */
export function idValue(world: World, kind: Kind): unknown {
  const id = idOf(world, kind)
  return id.startsWith('{{') ? id : Number(id)
}

/** A path with a query, without `?` if the query is empty. */
export function pathOf(path: string, query: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join('&')
  return text === '' ? path : `${path}?${text}`
}

/** References stay readable. */
function encodeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}').replaceAll('%2C', ',')
}

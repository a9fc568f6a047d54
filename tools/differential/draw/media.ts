import type { Draw } from './draw.ts'
import { deleteRow, readRow } from './rows.ts'
import { listRows } from './lists.ts'
import { distinctDate, slugs, spoil, titles } from './values.ts'
import { type World, create, idOf, idValue, pathOf, root, send } from './world.ts'

const files = [
  ['fixtures/small.jpg', 'image/jpeg', '.jpg'],
  ['fixtures/a.png', 'image/png', '.png'],
  ['fixtures/s.gif', 'image/gif', '.gif'],
  ['fixtures/a.webp', 'image/webp', '.webp'],
  ['fixtures/a.pdf', 'application/pdf', '.pdf'],
  ['fixtures/a.jpg', 'image/jpeg', '.jpg'],
] as const

const names = [
  'photo',
  'Größe & Maß (1)',
  'two words',
  'UPPER',
  'dots.in.name',
  'sample-page',
  '2024',
  'under_score',
  '-150x150',
  'a-scaled',
  '日本',
  'quote"d',
  "apo'strophe",
  '',
]
const wrongEndings = ['.txt', '.exe', '.php', '.svg', '.html', '', '.JPG', '.jpeg']

/** An upload and the usual requests after it. */
export function drawMedia(world: World): void {
  const { draw } = world
  draw.weighted<() => void>([
    [world.made.length < 3 ? 30 : 8, () => void upload(world)],
    [14, () => update(world)],
    [16, () => readRow(world, 'media')],
    [14, () => listRows(world, 'media')],
    [8, () => deleteRow(world, 'media')],
    [4, () => edit(world)],
    [2, () => postProcess(world)],
  ])()
}

export function upload(world: World): string {
  const { draw } = world
  const [file, type, ending] = draw.pick(files)
  const name = draw.pick(names) + (draw.chance(0.12) ? draw.pick(wrongEndings) : ending)
  const facts = factsOf(world)
  if (draw.chance(0.5)) return uploadForm(world, { file, type, name, facts })
  const disposition = `attachment; filename="${Buffer.from(name.replaceAll('"', '')).toString('latin1')}"`
  const headers = draw.chance(0.97) ? { 'Content-Disposition': disposition } : {}
  return create(world, 'media', {
    method: 'POST',
    path: pathOf(`${root}/media`, facts),
    headers,
    raw: { file },
    contentType: draw.chance(0.95)
      ? type
      : draw.pick(['text/plain', 'application/octet-stream', 'image/png']),
  })
}

type Form = { file: string; type: string; name: string; facts: Record<string, unknown> }

/** Always with a title, because 6.1 and 7.1 derive it from different names. */
function uploadForm(world: World, { file, type, name, facts }: Form): string {
  const parts = Object.entries({ title: 'Sent with a form', ...facts }).map(([key, value]) => ({
    name: key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  const field = world.draw.chance(0.97) ? 'file' : 'other'
  return create(world, 'media', {
    method: 'POST',
    path: `${root}/media`,
    multipart: [...parts, { name: field, filename: name, contentType: type, file }],
  })
}

function factsOf(world: World): Record<string, unknown> {
  const { draw } = world
  return draw.members({
    title: [0.2, () => draw.pick(titles)],
    slug: [0.1, () => draw.pick(slugs)],
    alt_text: [0.15, () => altText(draw)],
    caption: [0.1, () => draw.pick(titles)],
    description: [0.1, () => draw.pick(titles)],
    post: [0.15, () => idOf(world, 'pages')],
    date: [0.3, () => distinctDate(draw)],
    author: [0.05, () => draw.pick(['1', '2', '99'])],
    status: [0.05, () => draw.pick(['inherit', 'private', 'nope', 'publish'])],
  })
}

function update(world: World): void {
  const { draw } = world
  const body = spoil(draw, {
    ...draw.members({
      title: [0.3, () => draw.pick(titles)],
      slug: [0.2, () => draw.pick(slugs)],
      alt_text: [0.4, () => altText(draw)],
      caption: [0.3, () => draw.pick(titles)],
      description: [0.2, () => draw.pick(titles)],
      post: [0.2, () => idValue(world, 'pages')],
      date: [0.15, () => distinctDate(draw)],
      author: [0.08, () => draw.pick([1, 2, 99])],
      comment_status: [0.1, () => draw.pick(['open', 'closed'])],
      status: [0.1, () => draw.pick(['private', 'publish', 'draft', 'inherit'])],
    }),
  })
  send(world, { method: 'POST', path: `${root}/media/${idOf(world, 'media')}`, body })
}

function altText(draw: Draw): string {
  return draw.pick(['Alt', 'a <b>bold</b> alt', 'with "quotes"', 'ümlaut & more', '', '  spaces  '])
}

function edit(world: World): void {
  const { draw } = world
  const image = `{{r${world.steps.length}src}}`
  const media = idOf(world, 'media')
  const name = `r${world.steps.length}src`
  send(world, {
    as: 'admin',
    method: 'GET',
    path: `${root}/media/${media}?_fields=source_url`,
    save: { [name]: '/source_url' },
  })
  const body = draw.pick<Record<string, unknown>>([
    { rotation: 90 },
    { rotation: 400 },
    { x: 10, y: 10, width: 50, height: 50 },
    { modifiers: [{ type: 'rotate', args: { angle: 180 } }] },
    { modifiers: [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } }] },
    { modifiers: [] },
    { modifiers: [{ type: 'nope' }] },
    {},
  ])
  create(world, 'media', {
    as: 'admin',
    method: 'POST',
    path: `${root}/media/${media}/edit`,
    body: { src: image, ...body },
  })
}

function postProcess(world: World): void {
  const action = world.draw.weighted([
    [8, 'create-image-subsizes'],
    [2, 'nope'],
  ] as const)
  send(world, {
    method: 'POST',
    path: `${root}/media/${idOf(world, 'media')}/post-process`,
    body: { action },
  })
}

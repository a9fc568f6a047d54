/** A request at a limit. `<media>` and `<address>` are the id and URL of an uploaded image. */
export type Attempt = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }

/** A documented limit: requests at the limit that are accepted, and requests one step beyond that are rejected. */
export type Limit = {
  readonly name: string
  readonly fits: readonly Attempt[]
  readonly exceeds: readonly Attempt[]
}

type Values<T> = { fits: readonly T[]; exceeds: readonly T[] }

const get = (path: string): Attempt => ({ method: 'GET', path })
const post = (path: string, body: object): Attempt => ({ method: 'POST', path, body })
const of = (length: number): number[] => Array.from({ length }, (_, index) => index)

function limit<T>(name: string, { fits, exceeds }: Values<T>, attempt: (value: T) => Attempt): Limit {
  return { name, fits: fits.map(attempt), exceeds: exceeds.map(attempt) }
}

const collections = [
  '/cms/v2/posts',
  '/cms/v2/pages',
  '/cms/v2/media',
  '/cms/v2/menu-items',
  '/cms/v2/comments',
  '/cms/v2/posts/1/revisions',
  '/cms/v2/pages/2/revisions',
  '/cms/v2/icons',
  '/regenerate-thumbnails/v1/featuredimages',
]

const paging = collections.flatMap((path) => [
  limit(`per_page of ${path}: 1 to 100`, { fits: [1, 100], exceeds: [0, 101] }, (size) =>
    get(`${path}?per_page=${size}`),
  ),
  limit(`page of ${path}: from 1`, { fits: [1], exceeds: [0, -1] }, (page) => get(`${path}?page=${page}`)),
])

const room = { after: 0, awareness: null, client_id: 1, room: 'postType/page:2', updates: [] }
const updates = (change: object): Attempt => post('/cms-sync/v1/updates', { rooms: [{ ...room, ...change }] })
const update = (data: string, type = 'update'): Attempt => updates({ updates: [{ data, type }] })

const sync = [
  limit('batch: 25 requests', { fits: [1, 24, 25], exceeds: [26] }, (count) =>
    post('/batch/v1', { requests: of(count).map(() => ({ path: '/cms/v2/pages' })) }),
  ),
  limit('rooms: 50 a call', { fits: [1, 49, 50], exceeds: [51] }, (count) =>
    post('/cms-sync/v1/updates', { rooms: of(count).map((index) => ({ ...room, client_id: index + 1 })) }),
  ),
  limit('after: from 0', { fits: [0, 1], exceeds: [-1] }, (after) => updates({ after })),
  limit('client_id: from 1', { fits: [1, 2], exceeds: [0] }, (id) => updates({ client_id: id })),
  limit(
    'data of an update: 1048576 characters',
    { fits: [1_048_575, 1_048_576], exceeds: [1_048_577] },
    (size) => update('A'.repeat(size)),
  ),
  limit(
    'type of an update',
    { fits: ['compaction', 'sync_step1', 'sync_step2', 'update'], exceeds: ['sync_step3', ''] },
    (type) => update('A', type),
  ),
  limit('doc: 16777216 characters', { fits: [16_777_215, 16_777_216], exceeds: [16_777_217] }, (size) =>
    post('/cms-sync/v1/save', { room: 'postType/page:2', doc: 'A'.repeat(size) }),
  ),
]

const outline = {
  post_type: 'page',
  language: 'en',
  editor: 'block',
  title: 't',
  intent: 'i',
  explanation: 'e',
  keyphrase: 'k',
  meta_description: 'm',
  category: { name: '', id: -1 },
}
const recent = (entries: object[]): Attempt =>
  post('/seo/v1/ai_content_planner/get_outline', { ...outline, recent_content: entries })

const planner = [
  limit('recent_content: 100 entries', { fits: [0, 99, 100], exceeds: [101] }, (count) =>
    recent(of(count).map(() => ({ title: 't', description: 'd' }))),
  ),
  limit('title of recent content: 500 characters', { fits: [499, 500], exceeds: [501] }, (size) =>
    recent([{ title: 't'.repeat(size), description: 'd' }]),
  ),
  limit('description of recent content: 1000 characters', { fits: [999, 1000], exceeds: [1001] }, (size) =>
    recent([{ title: 't', description: 'd'.repeat(size) }]),
  ),
  limit('recent content has no other members', { fits: [{}], exceeds: [{ more: 1 }] }, (more) =>
    recent([{ title: 't', description: 'd', ...more }]),
  ),
]

const edit = (change: object): Attempt => post('/cms/v2/media/<media>/edit', { src: '<address>', ...change })
const whole = { x: 0, y: 0, width: 100, height: 100 }
const subSize = { image_size: 'thumbnail' }
const finalize = (change: object): Attempt =>
  post('/cms/v2/media/<media>/finalize', { sub_sizes: [{ ...subSize, ...change }] })

const pictures = [
  ...['x', 'y'].map((name) =>
    limit(`${name} of a crop: 0 to 100`, { fits: [0, 1, 99], exceeds: [-1, 101] }, (value) =>
      edit({ ...whole, width: 1, height: 1, [name]: value }),
    ),
  ),
  ...['width', 'height'].map((name) =>
    limit(`${name} of a crop: 0 to 100`, { fits: [1, 99], exceeds: [-1, 101] }, (value) =>
      edit({ ...whole, [name]: value }),
    ),
  ),
  limit('rotation: above 0, below 360', { fits: [1, 359], exceeds: [0, 360] }, (rotation) =>
    edit({ rotation }),
  ),
  limit('modifiers: at least one', { fits: [1, 2], exceeds: [0] }, (count) =>
    edit({ modifiers: of(count).map(() => ({ type: 'rotate', args: { angle: 90 } })) }),
  ),
  ...['width', 'height', 'filesize'].map((name) =>
    limit(`${name} of a sub-size: from 1`, { fits: [1], exceeds: [0] }, (value) =>
      finalize({ [name]: value }),
    ),
  ),
  limit('mime_type of a sub-size: image/*', { fits: ['image/png'], exceeds: ['text/plain'] }, (type) =>
    finalize({ mime_type: type }),
  ),
]

const menuItem = (change: object): Attempt =>
  post('/cms/v2/menu-items', { title: 'Item', url: 'https://example.org/', ...change })

const menu = [
  limit('menu_order of a menu item: from 1', { fits: [1, 2], exceeds: [0] }, (order) =>
    menuItem({ menu_order: order }),
  ),
  limit('parent of a menu item: from 0', { fits: [0], exceeds: [-1] }, (parent) => menuItem({ parent })),
  limit('object_id of a menu item: from 0', { fits: [0], exceeds: [-1] }, (id) =>
    menuItem({ object_id: id }),
  ),
]

/** Every limit in the interface description. */
export const limits: readonly Limit[] = [...paging, ...sync, ...planner, ...pictures, ...menu]

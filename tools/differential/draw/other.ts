import { contexts, deleteRow, fields, readRow, rowBody, updateRow } from './rows.ts'
import { listRows } from './lists.ts'
import type { Step } from '../step.ts'
import { type Kind, type World, idOf, pathOf, root, send } from './world.ts'

/** Batches: writes of posts, pages and menu items in one request. */
export function drawBatch(world: World): void {
  const { draw } = world
  if (draw.chance(0.4)) return readRow(world, draw.pick(['pages', 'posts'] as const))
  const requests = Array.from(
    {
      length: draw.weighted([
        [5, 1],
        [8, 2],
        [4, 3],
        [1, 0],
      ] as const),
    },
    () => subRequest(world),
  )
  const validation = draw.members({
    validation: [
      0.3,
      () =>
        draw.weighted([
          [8, 'require-all-validate'],
          [3, 'normal'],
          [1, 'nope'],
        ] as const),
    ],
  })
  send(world, {
    as: draw.chance(0.8) ? 'admin' : draw.pick(['editor1', 'author1', null]),
    method: 'POST',
    path: '/batch/v1',
    body: { ...validation, requests },
  })
}

function subRequest(world: World): Record<string, unknown> {
  const { draw } = world
  const base = draw.pick(['pages', 'pages', 'posts'] as const)
  const method = draw.weighted([
    [10, 'POST'],
    [2, 'PUT'],
    [2, 'PATCH'],
    [2, 'DELETE'],
    [1, 'GET'],
    [1, undefined],
  ] as const)
  const item = draw.chance(0.5) || method === 'DELETE'
  const path = draw.weighted([
    [20, `${root}/${base}${item ? `/${idOf(world, base)}` : ''}`],
    [1, '/cms/v2/nope'],
    [1, '/cms/v2/media'],
  ] as const)
  const body = rowBody(world, base, 0.5)
  return { ...(method === undefined ? {} : { method }), path, ...(draw.chance(0.9) ? { body } : {}) }
}

/** Requests without rows: terms, users, the index, and unusual requests. */
export function drawOther(world: World): void {
  const { draw } = world
  draw.weighted<() => void>([
    [20, () => readTerms(world)],
    [6, () => readUser(world)],
    [
      4,
      () =>
        send(world, {
          method: 'GET',
          path: pathOf(
            draw.pick(['/cms/v2/users/me', '/oembed/1.0/embed', '/cms/v2/nope', '/nope/v1', '/batch/v1']),
            {},
          ),
        }),
    ],
    [4, () => embedAddress(world)],
    [14, () => unusual(world)],
    [4, () => listRows(world, draw.pick(['posts', 'pages'] as const))],
  ])()
}

function readTerms(world: World): void {
  const { draw } = world
  const base = draw.weighted([
    [4, 'categories'],
    [4, 'tags'],
    [2, 'menus'],
  ] as const)
  const single = draw.chance(0.3)
  const query = draw.members({
    context: [0.3, () => draw.weighted(contexts)],
    _fields: [0.2, () => draw.pick(['id,name', 'count', '_links', 'slug,taxonomy'])],
    ...(single
      ? {}
      : {
          search: [0.15, () => draw.pick(['news', 'ALPHA', 'zzz', ''])],
          slug: [0.1, () => draw.pick(['news', 'news,local-news', 'nope', ''])],
          order: [0.2, () => draw.pick(['asc', 'desc', 'nope'])],
          orderby: [0.3, () => draw.pick(['id', 'name', 'slug', 'include', 'count', 'description', 'nope'])],
          per_page: [0.2, () => draw.pick(['1', '2', '0', '100', 'x'])],
          page: [0.15, () => draw.pick(['1', '2', '9', '0'])],
          include: [0.15, () => draw.pick(['11', '12,1', '999', 'x'])],
          exclude: [0.1, () => draw.pick(['1', '11,12'])],
          hide_empty: [0.1, () => draw.pick(['true', 'false', 'x'])],
          post: [0.1, () => idOf(world, 'posts')],
          parent: [base === 'categories' ? 0.1 : 0, () => draw.pick(['0', '11'])],
          offset: [0.05, () => draw.pick(['0', '1'])],
        }),
  })
  const id = single ? `/${draw.pick(['1', '11', '12', '13', '15', '999'])}` : ''
  send(world, { method: 'GET', path: pathOf(`${root}/${base}${id}`, query) })
}

function readUser(world: World): void {
  const { draw } = world
  const query = draw.members({
    context: [0.5, () => draw.weighted(contexts)],
    _fields: [0.3, () => draw.pick(fields)],
  })
  send(world, {
    method: 'GET',
    path: pathOf(`${root}/users/${draw.pick(['me', 'me', '1', '2', '99'])}`, query),
  })
}

function embedAddress(world: World): void {
  const { draw } = world
  const url = draw.pick([
    '{{site}}/hello-world/',
    '{{site}}/?p=1',
    '{{site}}/sample-page/',
    '{{site}}/nope/',
    'https://example.org/',
    '',
  ])
  const query = {
    url,
    ...draw.members({
      maxwidth: [0.4, () => draw.pick(['100', '300', '2000', 'x'])],
      format: [0.2, () => draw.pick(['json', 'nope'])],
    }),
  }
  send(world, { method: 'GET', path: pathOf('/oembed/1.0/embed', query) })
}

/** Requests that few clients send, and that WordPress handles in its own way. */
function unusual(world: World): void {
  const { draw } = world
  const kind = draw.pick<Kind>(['pages', 'posts'])
  const path = `${root}/${kind}`
  const item = `${path}/${idOf(world, kind)}`
  const json = 'application/json'
  const request = draw.pick<Pick<Step, 'method' | 'path'> & Partial<Step>>([
    {
      method: 'POST',
      path: item,
      headers: { 'X-HTTP-Method-Override': draw.pick(['PUT', 'DELETE', 'GET', 'PATCH', 'nope']) },
      body: { title: 'x' },
    },
    { method: 'POST', path: `${item}?_method=${draw.pick(['PATCH', 'GET', 'delete'])}`, body: {} },
    { method: 'POST', path, raw: '{"title": broken', contentType: json },
    {
      method: 'POST',
      path,
      raw: 'title=Form+title&status=draft',
      contentType: 'application/x-www-form-urlencoded',
    },
    { method: 'POST', path, raw: draw.pick(['[]', 'null', '[1,2]', '']), contentType: json },
    { method: 'POST', path: `${path}?title=From+the+query&status=draft` },
    {
      method: 'POST',
      path,
      multipart: [
        { name: 'title', value: 'Multipart' },
        { name: 'status', value: 'publish' },
      ],
    },
    { method: 'POST', path, raw: '{"title":"As text"}', contentType: 'text/plain' },
    {
      method: 'GET',
      path: item,
      headers: { 'If-None-Match': '"x"', 'If-Modified-Since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
    },
    { method: 'GET', path: item, headers: { Origin: 'https://example.org' } },
    { method: 'GET', path: `${path}/` },
    { method: 'GET', path: `${root}/${kind.toUpperCase()}` },
    { method: 'GET', path: `${root}//${kind}` },
    { method: 'GET', path: `${path}?_jsonp=callback` },
    { method: 'GET', path: `${path}?_jsonp=not%20valid` },
    { method: 'OPTIONS', path },
    { method: 'PUT', path, body: {} },
    { as: null, method: 'GET', path: item, headers: { Authorization: `Basic ${btoa('admin:wrong')}` } },
    { method: 'POST', path: item, body: { id: 2, title: 'Another id' } },
    { method: 'GET', path: item, headers: { 'X-WP-Nonce': draw.pick(['', 'wrong']) } },
  ])
  send(world, request)
}

/** Posts and pages, which most sequences consist of. */
export function drawRows(world: World, base: 'posts' | 'pages', createRow: () => void): void {
  const { draw } = world
  draw.weighted<() => void>([
    [world.made.length < 3 ? 30 : 8, createRow],
    [18, () => updateRow(world, base)],
    [20, () => readRow(world, base)],
    [22, () => listRows(world, base)],
    [9, () => deleteRow(world, base)],
  ])()
}

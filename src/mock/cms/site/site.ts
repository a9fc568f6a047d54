import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cmsRoot } from '../../sides.ts'
import { findByPath } from '../posts/link.ts'
import { mayRead, rightsOf } from '../posts/rights.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { homePage, itemPage, missingPage } from './pages.ts'

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
}

/** The public site: home, pages and posts by their paths, and uploaded files. Unpublished content gets 404. */
export function serveSite(app: FastifyInstance, store: Store): void {
  app.get('/', (request, reply) => {
    const asked = shortLink(store, request)
    return asked === undefined
      ? sendHtml(store, request, reply, homePage(store, homeOf(request), 1))
      : sendItem(store, request, reply, asked)
  })
  app.get<{ Params: { page: string } }>('/page/:page(^[1-9]\\d{0,6}$)/', (request, reply) =>
    sendHtml(store, request, reply, homePage(store, homeOf(request), Number(request.params.page))),
  )
  app.get('/uploads/*', (request, reply) => {
    const path = decodePath(request.url.slice('/uploads/'.length))
    const bytes = store.files.get(path)
    if (bytes === undefined) return sendHtml(store, request, reply, undefined)
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
    return reply.header('Content-Type', types[ending] ?? 'application/octet-stream').send(bytes)
  })
  app.get('/*', (request, reply) => {
    const path = decodePath(request.url).replace(/^\/+|\/+$/g, '')
    return sendItem(store, request, reply, findByPath(store, encodeSlugs(path)))
  })
}

function sendItem(
  store: Store,
  request: FastifyRequest,
  reply: FastifyReply,
  row: Row | undefined,
): FastifyReply {
  const visible = row !== undefined && mayRead(null, rightsOf(row), row, store)
  const html = visible ? itemPage(store, homeOf(request), row, listPage(request)) : undefined
  return sendHtml(store, request, reply, html)
}

/** Undefined results in a 404 page. */
function sendHtml(
  store: Store,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string | undefined,
): FastifyReply {
  return reply
    .status(html === undefined ? 404 : 200)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Link', `<${homeOf(request)}${cmsRoot}/>; rel="https://api.w.org/"`)
    .send(html ?? missingPage(store, homeOf(request)))
}

function listPage(request: FastifyRequest): number {
  const { list } = request.query as { list?: unknown }
  return typeof list === 'string' && /^[1-9]\d{0,6}$/.test(list) ? Number(list) : 1
}

/** The row of `?p=`, `?page_id=` or `?attachment_id=` by id, or of `?name=` (with `?post_type=`) or `?pagename=` by path. */
function shortLink(store: Store, request: FastifyRequest): Row | undefined {
  const query = new URL(request.url, 'http://localhost').searchParams
  const id = query.get('p') ?? query.get('page_id') ?? query.get('attachment_id')
  if (id !== null) return store.get(Number(id))
  const [name, type] = [query.get('name'), query.get('post_type')]
  const path = name !== null && type !== null ? `${type}/${name}` : (name ?? query.get('pagename'))
  return path === null ? undefined : findByPath(store, encodeSlugs(path))
}

function homeOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Slugs contain non-ASCII letters percent-encoded in lower case. */
function encodeSlugs(path: string): string {
  return path.replace(/[^\x20-\x7e]+/g, (letters) => encodeURIComponent(letters).toLowerCase())
}

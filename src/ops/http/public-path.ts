import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { OpsConfig } from '../deps.ts'
import { trustIn } from './trusted-proxy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the dashboard at its proxy, such as `/mirror`; empty at the root. */
    publicPath: string
  }
}

type Incoming = Pick<IncomingMessage, 'headers' | 'socket'>

/** Reads the public path of a request. */
export type ReadPublicPath = (request: Incoming) => string

/** Letters, digits and marks that have no meaning in HTML, headers and patterns; no `.` or `..`. */
const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/
const longest = 200

/** A path without a slash at its end; undefined if it is not a plain path. */
export function plainPath(text: string): string | undefined {
  return text.length <= longest && segments.test(text) ? text.replace(/\/$/, '') : undefined
}

/**
 * The public path is that of `OPS_PUBLIC_URL`. A trusted proxy may send another one as `X-Forwarded-Prefix`; several
 * proxies send one each, the outermost first.
 */
export function createReadPublicPath({ publicUrl, trustedProxies = [] }: OpsConfig): ReadPublicPath {
  const isTrusted = trustIn(trustedProxies)
  const configured = publicUrl === undefined ? '' : (plainPath(new URL(publicUrl).pathname) ?? '')
  return ({ headers, socket }) => {
    const sent = headers['x-forwarded-prefix']
    if (sent === undefined || !isTrusted(socket.remoteAddress)) return configured
    const paths = [sent].flat().join(',').split(',')
    return plainPath(paths.map((path) => plainPath(path.trim()) ?? '//').join('')) ?? configured
  }
}

/** Serves the same pages below the public path, and puts redirects there. */
export function routePublicPath(app: FastifyInstance, readPublicPath: ReadPublicPath): void {
  app.decorateRequest('publicPath', '')
  app.addHook('onRequest', async (request) => {
    request.publicPath = readPublicPath(request.raw)
  })
  // In one place, so that no route can omit it.
  app.addHook('onSend', async ({ publicPath }, reply) => {
    const location = reply.getHeader('location')
    if (publicPath !== '' && typeof location === 'string' && /^\/(?!\/)/.test(location))
      reply.header('location', publicPath + location)
  })
}

/**
 * Removes the public path from URLs, because some proxies keep it. A path that starts like one of the server’s own,
 * such as `/runs`, is kept: there, the proxy must remove it. `ownNames` are the first parts of the own paths.
 */
export function withoutPublicPath(url: string, publicPath: string, ownNames: ReadonlySet<string>): string {
  if (publicPath === '' || ownNames.has(firstName(publicPath)) || !url.startsWith(publicPath)) return url
  const rest = url.slice(publicPath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** `runs` for `/runs/:id` */
export function firstName(path: string): string {
  return path.split('/')[1] ?? ''
}

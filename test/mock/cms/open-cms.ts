import Fastify from 'fastify'
import sharp from 'sharp'
import { createRoutes } from '../../../src/mock/cms/routes.ts'
import { serveRouter } from '../../../src/mock/cms/rest/http.ts'
import { insertRow } from '../../../src/mock/cms/posts/write/save.ts'
import type { Draft } from '../../../src/mock/cms/posts/kind.ts'
import type { Row } from '../../../src/mock/cms/store/rows.ts'
import { createStore } from '../../../src/mock/cms/store/store.ts'
import { createRegistry } from '../../../src/mock/cms/types/registry.ts'
import { users } from '../../../src/mock/cms/users/users.ts'
import type { SiteTypes } from '../../../src/mock/contracts/site-types/site-types.ts'

export const site = 'http://cms.test'
export const root = `${site}/api/rest`

export type Who = 'admin' | 'editor1' | 'author1' | 'contrib1' | 'sub1' | null
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** A response whose fields the tests check. */
export type Told = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Record<string, unknown>
}

/** The bundled CMS in this process with a stopped clock, and access to its routes and store. */
export async function openCms(types?: SiteTypes) {
  const store = createStore(() => new Date('2026-03-02T10:00:00Z'), createRegistry(types))
  const { router, reset } = createRoutes(store)
  const app = Fastify()
  await app.register(async (scope) => serveRouter(scope, router, { uploadLimitBytes: 32 * 1024 * 1024 }), {
    prefix: '/api/rest',
  })

  async function ask(who: Who, method: Method, path: string, body?: object): Promise<Told> {
    const answer = await app.inject({
      method,
      url: `/api/rest${path}`,
      headers: { host: new URL(site).host, ...credentials(who) },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  return {
    store,
    ask,
    reset,
    close: () => app.close(),
    add: (type: 'post' | 'page', draft: Draft): Row =>
      insertRow(store, type, { author: 1, status: 'publish', ...draft }),
    /** Uploads a plain image and returns its id. */
    async upload(name: string, width: number, height: number): Promise<number> {
      const bytes = await sharp({ create: { width, height, channels: 3, background: '#468' } })
        .jpeg()
        .toBuffer()
      const answer = await app.inject({
        method: 'POST',
        url: '/api/rest/cms/v2/media',
        headers: {
          host: new URL(site).host,
          ...credentials('admin'),
          'content-type': 'image/jpeg',
          'content-disposition': `attachment; filename="${name}"`,
        },
        payload: bytes,
      })
      return answer.json<{ id: number }>().id
    },
  }
}

export type OpenCms = Awaited<ReturnType<typeof openCms>>

function credentials(who: Who): Record<string, string> {
  const user = users.find(({ name }) => name === who)
  if (user === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}` }
}

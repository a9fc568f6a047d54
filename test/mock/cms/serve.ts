import Fastify, { type InjectOptions } from 'fastify'
import { type CmsOptions, createCms } from '../../../src/mock/cms/plugin.ts'

export type Answer = {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly bytes: Buffer
  readonly json: unknown
}

const passwords: Readonly<Record<string, string>> = { admin: 'abcdabcdabcdabcdabcdabcd' }

export function basic(user: string, password = passwords[user] ?? user.padEnd(24, 'x')): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** The bundled CMS in a separate app, called without a network. */
export async function serveCms(options: CmsOptions = {}) {
  const app = Fastify()
  const cms = createCms(options)
  await app.register(cms.rest, { prefix: '/api/rest' })
  await app.register(cms.site)

  async function call(request: InjectOptions): Promise<Answer> {
    const { statusCode, headers, payload, rawPayload } = await app.inject({
      ...request,
      headers: { host: 'cms.test', ...request.headers },
    })
    return {
      status: statusCode,
      headers: { ...headers },
      text: payload,
      bytes: rawPayload,
      json: isJson(headers['content-type']) ? JSON.parse(payload) : undefined,
    }
  }

  return {
    reset: cms.reset,
    close: () => app.close(),
    visit: (path: string) => call({ method: 'GET', url: path }),
    /** A REST call as a user, or anonymous if null. */
    rest: (user: string | null, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
      call({
        method,
        url: `/api/rest${path}`,
        headers: user === null ? {} : { authorization: basic(user) },
        ...(body === undefined
          ? {}
          : {
              payload: JSON.stringify(body),
              headers: {
                'content-type': 'application/json',
                ...(user === null ? {} : { authorization: basic(user) }),
              },
            }),
      }),
    call,
  }
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json')
}

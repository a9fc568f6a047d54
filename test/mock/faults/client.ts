import { Agent, request } from 'undici'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  text: string
}

export const admin = basic('admin', 'abcd'.repeat(6))

export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
}

/** The bundled server with a plain HTTP client for both of its interfaces. */
export async function openClient() {
  const mock: MockServer = await startMock({ gtins: 5, languages: 'de-de,en-gb' })
  const dispatcher = new Agent({ connections: 16 })

  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const answer = await request(url, {
      method,
      headers,
      dispatcher,
      ...(body === undefined ? {} : { body }),
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() }
  }

  async function cms(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    authorization: string | null = admin,
  ): Promise<Answer> {
    const headers = {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return send(method, mock.cmsRoot + path, headers, body === undefined ? undefined : JSON.stringify(body))
  }

  return {
    mock,
    send,
    cms,
    partner: (path: string, headers: Record<string, string> = {}) =>
      send('GET', mock.partnerUrl + path, { authorization: `Token ${mock.token}`, ...headers }),
    batch: (bodies: readonly Record<string, unknown>[]) =>
      cms('POST', '/batch/v1', {
        requests: bodies.map((body) => ({ method: 'POST', path: '/cms/v2/pages', body })),
      }),
    /** Slugs of all pages except the seeded ones, in any status. */
    slugs: async (): Promise<string[]> => {
      const path = '/cms/v2/pages?per_page=100&orderby=id&order=asc&status=any&_fields=slug&exclude=2,3'
      return (JSON.parse((await cms('GET', path)).text) as { slug: string }[]).map(({ slug }) => slug)
    },
    close: async () => {
      await dispatcher.destroy()
      await mock.close()
    },
  }
}

export type Client = Awaited<ReturnType<typeof openClient>>

/** Whether a request got a response. */
export function fateOf(answer: Promise<unknown>): Promise<'answered' | 'broken'> {
  return answer.then(
    () => 'answered',
    () => 'broken',
  )
}

/** The body as JSON. */
export function jsonOf({ text }: Answer): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>
}

import sharp from 'sharp'
import type { CmsOptions } from '../../../../src/mock/cms/plugin.ts'
import { basic, serveCms } from '../serve.ts'

/** A response about a file, whose fields the tests check. */
export type Told = { readonly status: number; readonly body: Record<string, unknown> }

type Query = Readonly<Record<string, string>>

/** The bundled CMS, with the two ways of uploading a file. */
export async function serveMedia(options: CmsOptions = {}) {
  const cms = await serveCms(options)

  async function send(
    user: string,
    url: string,
    headers: Record<string, string>,
    payload: Buffer,
  ): Promise<Told> {
    const { status, json } = await cms.call({
      method: 'POST',
      url: `/api/rest${url}`,
      headers: { authorization: basic(user), ...headers },
      payload,
    })
    return { status, body: json as Told['body'] }
  }

  return {
    ...cms,
    send,
    /** The body is the file. Its name is sent as bytes, as HTTP clients do. */
    raw: (name: string, bytes: Buffer, query: Query = {}, user = 'admin'): Promise<Told> =>
      send(
        user,
        `/cms/v2/media?${new URLSearchParams(query).toString()}`,
        {
          'content-type': 'image/jpeg',
          'content-disposition': `attachment; filename="${Buffer.from(name).toString('latin1')}"`,
        },
        bytes,
      ),
    /** A form with the file and further fields. */
    async form(name: string, bytes: Buffer, fields: Query = {}, path = ''): Promise<Told> {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      const payload = Buffer.from(await encoded.arrayBuffer())
      return send('admin', `/cms/v2/media${path}`, { 'content-type': type }, payload)
    },
    async post(path: string, body: unknown): Promise<Told> {
      const { status, json } = await cms.rest('admin', 'POST', path, body)
      return { status, body: json as Told['body'] }
    },
    async get(path: string): Promise<Told['body']> {
      return (await cms.rest('admin', 'GET', path)).json as Told['body']
    },
  }
}

export function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
}

export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  return found
}

/** The folder and name under which a file is stored: `2026/11/x.jpg`. */
export function storedAs({ body }: Told): string {
  return String(body['source_url']).replace(/^.*\/uploads\//, '')
}

export function titleOf({ body }: Told): unknown {
  return memberOf(body, 'title', 'raw')
}

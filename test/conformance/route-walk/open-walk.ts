import { createMockServer } from '../../../src/mock/create-mock-server.ts'

/** The part of a response that the walks check. `body` is empty if the response is not a JSON object. */
export type Answer = {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>
}

/** The bundled server over HTTP, called as administrator or anonymously. */
export async function openWalk() {
  const mock = await createMockServer({ gtins: 2, languages: 'de-de,en-gb' })
  const { authorization } = mock.users.admin

  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(mock.cmsUrl + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answerOf(response)
  }

  return {
    ...mock,
    ask,
    /** Uploads a JPEG. */
    async upload(bytes: Buffer<ArrayBuffer>): Promise<{ id: number; address: string }> {
      const headers = {
        authorization,
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="p.jpg"',
      }
      const { status, body } = await answerOf(
        await fetch(`${mock.cmsUrl}/cms/v2/media`, { method: 'POST', headers, body: bytes }),
      )
      if (status !== 201) throw new Error(`the upload was answered with ${status}`)
      return { id: Number(body['id']), address: String(body['source_url']) }
    },
  }
}

export type Walk = Awaited<ReturnType<typeof openWalk>>

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json') === true
  const parsed: unknown = isJson ? JSON.parse(text) : null
  const body = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  return { status: response.status, code: 'code' in body ? String(body.code) : '', body }
}

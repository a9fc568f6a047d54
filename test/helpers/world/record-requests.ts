import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Batch } from '../../../src/contracts/cms/batch.ts'

export type SentRequest = { method: string; path: string; body: string }
type Write = { method: string; path: string; body: Record<string, unknown> }

/** Records the requests that undici sends to an origin until `stop`, in order, independent of the client. */
export function recordRequests(origin: string) {
  const sent: SentRequest[] = []
  const note = (message: unknown): void => {
    const { request } = message as {
      request: { origin: unknown; method: string; path: string; body: unknown }
    }
    if (String(request.origin) !== origin) return
    const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : ''
    sent.push({ method: request.method, path: request.path, body })
  }
  subscribe('undici:request:create', note)
  return {
    sent,
    /** The sub-requests of each batch. */
    batches(): Write[][] {
      return sent
        .filter(({ path }) => path.endsWith('/batch/v1'))
        .map(({ body }) =>
          Batch.parse(JSON.parse(body)).requests.map(({ method, path, body: fields = {} }) => ({
            method,
            path,
            body: fields,
          })),
        )
    },
    stop: () => void unsubscribe('undici:request:create', note),
  }
}

import { type BatchRequest, type BatchResponse, BatchResult } from '../contracts/cms/batch.ts'
import type { Read } from '../lib/http/exchange.ts'
import type { CmsResponse } from './response.ts'

/** The request that sends several requests at once. */
export function batchOf(requests: readonly BatchRequest[]) {
  const json = { validation: 'normal', requests }
  return { kind: 'cmsBatches', method: 'POST', path: '/batch/v1', json, heavy: true } as const
}

/** The responses of a batch, one for each of its `count` requests. */
export function readBatch({ status, body }: CmsResponse, count: number): Read<(BatchResponse | null)[]> {
  const result = BatchResult.safeParse(body).data
  if (result?.responses.length === count) return { ok: true, value: result.responses }
  return { ok: false, reason: `answered ${status} without a response for each of ${count} requests` }
}

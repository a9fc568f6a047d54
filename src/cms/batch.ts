import {
  type BatchMethod,
  type BatchRequest,
  type BatchResponse,
  BatchResult,
} from '../contracts/cms/batch.ts'
import { MirrorError, OutcomeUnknownError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeResponse } from '../lib/http/json.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection/connection.ts'
import type { CmsResponse, Refusal } from './connection/response.ts'

export type BatchWrite = BatchRequest & { method: BatchMethod }

export type BatchCall<T> = {
  doing: string
  /** Must not run twice. */
  once: boolean
  /** Reads the responses to the requests from the index `from` on, one each, in order. */
  read: (responses: readonly (BatchResponse | null)[], from: number) => Read<T[]>
}

export type Batches = Pick<Cms, 'batchFault' | 'checkBatches'> & {
  /**
   * Sends requests as one batch, or one by one while the batch route is blocked. `tooLarge`: the batch
   * exceeds the limit of the web server. Throws OutcomeUnknownError if a reply was lost or the batch was
   * refused as a whole.
   */
  send<T>(
    requests: readonly BatchWrite[],
    call: BatchCall<T>,
    signal: AbortSignal,
  ): Promise<T[] | { tooLarge: string }>
}

const path = '/batch/v1'

type Together<T> = { answers: T[] } | { tooLarge: string } | { refusal: Refusal }

/** The batch route of a CMS, and its replacement while a firewall or a proxy blocks it. */
export function openBatches(connection: Connection): Batches {
  let blocked: string | undefined

  /** An empty batch writes nothing, and a firewall that blocks the route blocks it too. */
  async function checkBatches(signal: AbortSignal): Promise<string | undefined> {
    const refusal = await connection.request<Refusal | 'served'>(
      {
        kind: 'cmsBatches',
        method: 'POST',
        path,
        doing: 'sending an empty batch',
        json: { requests: [] },
        onRefusal: (refused) => (isOfTheRoute(refused) ? 'served' : refused),
        read: () => ({ ok: true, value: 'served' }),
      },
      signal,
    )
    blocked = refusal === 'served' ? undefined : refusal.summary
    return blocked
  }

  function sendTogether<T>(
    requests: readonly BatchWrite[],
    { doing, once, read }: BatchCall<T>,
    signal: AbortSignal,
  ): Promise<Together<T>> {
    return connection.request<Together<T>>(
      {
        kind: 'cmsBatches',
        method: 'POST',
        path,
        doing,
        json: { validation: 'normal', requests },
        heavy: true,
        once,
        judge: (response) => (response.status === 413 ? { tooLarge: describeResponse(response) } : undefined),
        onRefusal: (refusal) => ({ refusal }),
        read(response) {
          const batch = readBatch(response, requests.length)
          if (!batch.ok) return batch
          const answers = read(batch.value, 0)
          return answers.ok ? { ok: true, value: { answers: answers.value } } : answers
        },
      },
      signal,
    )
  }

  /** Sends the request at an index. A refusal by the CMS itself counts as its response. */
  async function sendAlone<T>(
    { method, path: at, body }: BatchWrite,
    index: number,
    { doing, once, read }: BatchCall<T>,
    signal: AbortSignal,
  ): Promise<T[]> {
    const answer = await connection.request<{ answers: T[] } | { refusal: Refusal }>(
      {
        kind: 'cmsOther',
        // The engine takes POST for an update, and proxies that block batches often block PUT.
        method: method === 'DELETE' ? method : 'POST',
        path: at,
        doing,
        ...(body && { json: body }),
        heavy: true,
        once,
        onRefusal: (refusal) => ({ refusal }),
        read({ status, body: answered }) {
          const answers = read([{ status, body: answered }], index)
          return answers.ok ? { ok: true, value: { answers: answers.value } } : answers
        },
      },
      signal,
    )
    return 'answers' in answer ? answer.answers : readRefusal(answer.refusal, index, { doing, read })
  }

  return {
    batchFault: () => blocked,
    checkBatches,

    async send<T>(requests: readonly BatchWrite[], call: BatchCall<T>, signal: AbortSignal) {
      if (blocked !== undefined) {
        const answers: T[] = []
        for (const [index, request] of requests.entries())
          for (const answer of await sendAlone(request, index, call, signal)) answers.push(answer)
        return answers
      }
      const sent = await sendTogether(requests, call, signal)
      if ('answers' in sent) return sent.answers
      if ('tooLarge' in sent) return sent
      // A failed check must not replace the error that reports the batch as sent.
      await checkBatches(signal).catch((error: unknown) => {
        if (!(error instanceof MirrorError)) throw error
      })
      if (blocked === undefined && requests.length === 1) return readRefusal(sent.refusal, 0, call)
      throw refusedWhole(call.doing, sent.refusal)
    },
  }
}

function readBatch({ status, body }: CmsResponse, count: number): Read<(BatchResponse | null)[]> {
  const result = BatchResult.safeParse(body).data
  if (result?.responses.length === count) return { ok: true, value: result.responses }
  return { ok: false, reason: `returned ${status} without a response for each of ${count} requests` }
}

/**
 * Reads the refusal of a single request as its response if it has an error code of the CMS or reports a size
 * limit. Any other, such as a firewall's, does not show whether the request was carried out.
 */
function readRefusal<T>(
  refusal: Refusal,
  index: number,
  { doing, read }: Pick<BatchCall<T>, 'doing' | 'read'>,
): T[] {
  const { status, code, body } = refusal
  const answers = code === undefined && status !== 413 ? undefined : read([{ status, body }], index)
  if (answers?.ok === true) return answers.value
  throw refusedWhole(doing, refusal)
}

/** Whether the refusal is from the batch route itself, which rejects an empty batch. */
function isOfTheRoute({ status, code }: Refusal): boolean {
  return status === 400 && code !== undefined
}

/**
 * A request can be refused after the CMS has carried it out, so its writes are looked up before any is sent
 * again.
 */
function refusedWhole(doing: string, { summary }: Refusal): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `The CMS refused the whole request while ${doing} (${summary}). Its writes are looked up before they are sent in smaller parts.`,
    { failure: { said: `returned ${summary}`, sent: true, timedOut: false } },
  )
}

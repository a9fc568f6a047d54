import pLimit from 'p-limit'
import { Pool } from 'undici'
import { OutcomeUnknownError, UnreachableError } from '../lib/errors.ts'
import { createExchange, type HttpGate, type Read, type RetryOptions } from '../lib/http/exchange.ts'
import { headerOf, type Reply } from '../lib/http/send.ts'
import { readApiRoot } from './api-root.ts'
import { type CmsReply, readReply } from './reply.ts'

type CmsAuth = { user: string; password: string } | { token: string }

type RequestKind = 'cmsReads' | 'cmsBatches' | 'cmsOther'

export type ConnectionOptions = {
  /** CMS_API_ROOT. */
  apiRoot: string
  auth: CmsAuth
  gate: HttpGate
  /** Requests under way at once; default 4. */
  concurrency?: number
  /** For one request, from sending to the last byte; default 60 s. */
  timeoutMs?: number
  retry?: Partial<RetryOptions>
  /** Called for each request sent. */
  onRequest?: (kind: RequestKind) => void
}

type CmsRequest<T> = {
  kind: RequestKind
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the API root, with its query. */
  path: string
  /** What this is for an error message: "reading 100 pages". */
  doing: string
  json?: unknown
  file?: { bytes: Uint8Array; headers: Record<string, string> }
  /** Must not run twice: when its answer is lost, OutcomeUnknownError. */
  once?: boolean
  /** Sees replies that the connection does not judge itself. */
  read: (reply: CmsReply) => Read<T>
  /** Sees every reply first; undefined passes it on. */
  judge?: (reply: Reply) => T | undefined
}

export type Connection = {
  request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T>
  /** The time by the CMS's own clock (ms since 1970) as its latest answer told it; undefined before that. */
  clock(): number | undefined
  close(): Promise<void>
}

const maxAnswerBytes = 64 * 1024 * 1024

/** Authorised requests below the CMS's API root, with the errors that all of them share. */
export function createConnection(options: ConnectionOptions): Connection {
  const { gate, auth, concurrency = 4, timeoutMs = 60_000, retry, onRequest } = options
  const root = readApiRoot(options.apiRoot)
  const pool = new Pool(root.origin, {
    connections: concurrency,
    allowH2: false,
    maxResponseSize: maxAnswerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const exchange = createExchange({ dispatcher: pool, gate, limit: pLimit(concurrency), timeoutMs, retry })
  const headers = {
    accept: 'application/json',
    authorization: authorization(auth),
    'user-agent': 'product-mirror',
  }
  let told: number | undefined
  const noteTime = (reply: Reply): void => {
    const time = Date.parse(headerOf(reply, 'date') ?? '')
    if (!Number.isNaN(time)) told = time
  }

  return {
    clock: () => told,
    async request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T> {
      const { kind, method, path, doing, json, file, once = false, read, judge } = request
      const body = file?.bytes ?? (json === undefined ? undefined : JSON.stringify(json))
      const type = file?.headers ?? (json === undefined ? {} : { 'content-type': 'application/json' })
      const result = await exchange<T>(
        {
          method,
          origin: root.origin,
          path: root.pathOf(path),
          headers: { ...headers, ...type },
          ...(body === undefined ? {} : { body }),
          once,
          onSend: () => onRequest?.(kind),
          read(reply) {
            noteTime(reply)
            const judged = judge?.(reply)
            if (judged !== undefined) return { ok: true, value: judged }
            const general = readReply(reply, doing)
            return general.ok ? read(general.value) : general
          },
        },
        signal,
      )
      if (result.ok) return result.value
      if (once && result.sent) {
        const message = `The CMS’s answer to ${doing} was lost: ${result.reason}. It may have happened, or still happen; look before sending it again.`
        throw new OutcomeUnknownError(message, { cause: result.cause })
      }
      const message = `The CMS gave no usable answer to ${doing}: ${result.reason}. Check that it is up and that CMS_API_ROOT (${root.shown}) is its REST root.`
      throw new UnreachableError('cms', message, { cause: result.cause })
    },
    close: () => pool.close(),
  }
}

function authorization(auth: CmsAuth): string {
  if ('token' in auth) return `Bearer ${auth.token}`
  return `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`
}

import pLimit from 'p-limit'
import { Pool } from 'undici'
import { OutcomeUnknownError, UnreachableError } from '../lib/errors.ts'
import { createExchange, type HttpGate, type Read, type RetryOptions } from '../lib/http/exchange.ts'
import { headerOf, type Response } from '../lib/http/send.ts'
import { readApiRoot } from './api-root.ts'
import { type CmsResponse, readReply } from './reply.ts'

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
  /** May be too much at once for the CMS: when it takes too long, it is not sent again as it is. */
  heavy?: boolean
  /** Sees replies that the connection does not judge itself. */
  read: (reply: CmsResponse) => Read<T>
  /** Sees every reply first; undefined passes it on. */
  judge?: (reply: Response) => T | undefined
}

export type Connection = {
  request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T>
  /** The time by the CMS's own clock (ms since 1970) as its latest answer told it; undefined before that. */
  clock(): number | undefined
  close(): Promise<void>
}

const maxAnswerBytes = 64 * 1024 * 1024

const timeOuts = new Set(['TIMEOUT', 'HTTP_408', 'HTTP_504', 'HTTP_522', 'HTTP_524'])
/** What fails after this long was most likely ended by a limit of the web server or of PHP. */
const longMs = 10_000

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
  const noteTime = (reply: Response): void => {
    const time = Date.parse(headerOf(reply, 'date') ?? '')
    if (!Number.isNaN(time)) told = time
  }

  return {
    clock: () => told,
    async request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T> {
      const { kind, method, path, doing, json, file, once = false, heavy = false, read, judge } = request
      let sentAt = 0
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
          timeoutIsFinal: heavy,
          onSend: () => {
            sentAt = performance.now()
            onRequest?.(kind)
          },
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
      const { reason: said, sent, cause, code } = result
      const timedOut = timeOuts.has(code) || performance.now() - sentAt >= longMs
      const failed = { cause, failure: { said, sent, timedOut } }
      if (once && sent) {
        const message = `The CMS’s answer to ${doing} was lost: ${said}. It may have happened, or still happen; look before sending it again.`
        throw new OutcomeUnknownError(message, failed)
      }
      const message = `The CMS gave no usable answer to ${doing}: ${said}. Check that it is up and that CMS_API_ROOT (${root.shown}) is its REST root.`
      throw new UnreachableError('cms', message, failed)
    },
    close: () => pool.close(),
  }
}

function authorization(auth: CmsAuth): string {
  if ('token' in auth) return `Bearer ${auth.token}`
  return `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`
}

import pLimit from 'p-limit'
import { z } from 'zod'
import { OutageError, OutcomeUnknownError, UnreachableError } from '../../lib/errors.ts'
import { createExchange, type HttpGate, type Read, type RetryOptions } from '../../lib/http/exchange.ts'
import { createPool } from '../../lib/http/dispatcher.ts'
import { type Network, userAgentOf } from '../../lib/http/proxy.ts'
import { headerOf, type Response, withAdvice } from '../../lib/http/send.ts'
import { readApiRoot } from './api-root.ts'
import { withoutStray } from './around-json.ts'
import { openPlainRoot } from './plain-root.ts'
import { SlashRedirectError } from './redirected.ts'
import { readResponse, type Refusal, refused } from './response.ts'
import type { CmsRequest, RequestKind } from './request.ts'
import { createServedNamespace, NamespaceIndex } from './served-namespace.ts'
import { createSignInCheck } from './sign-in.ts'

type CmsAuth = { user: string; password: string } | { token: string }

export type ConnectionOptions = {
  /** CMS_API_ROOT. */
  apiRoot: string
  /** CMS_NAMESPACE. Without it, `cms/v2`, or `wp/v2` if the CMS's index lists only that one of them. */
  namespace?: string | undefined
  /** Read for each request, because it may change. */
  readonly auth: CmsAuth
  gate: HttpGate
  /** Concurrent requests; default 4. */
  concurrency?: number
  /** Time limit of one request, from sending to the last byte; default 60 s. */
  timeoutMs?: number
  retry?: Partial<RetryOptions>
  /** The proxies and the User-Agent; default none and `product-mirror`. */
  network?: Network
  /** Rows of one list; default 2,000,000. */
  maxListRows?: number
  /** Called for each request sent. */
  onRequest?: (kind: RequestKind) => void
  /** Receives the text that the CMS sends around the JSON of a response: `“Notice: …” before its JSON`. */
  onStray?: ((stray: string) => void) | undefined
}

export type Connection = {
  /** Path of the namespace below the API root: `/cms/v2`. Requests are sent to the namespace that the CMS serves. */
  namespace: string
  /** The path of the namespace that the CMS serves: `/wp/v2`. */
  findNamespace(signal: AbortSignal): Promise<string>
  maxListRows: number
  request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T>
  /** Throws UnusableError if the CMS does not return our user either: then the credentials are the cause. */
  assertSignedIn(refused: { doing: string; summary: string }, signal: AbortSignal): Promise<void>
  /** The CMS's own time (ms since 1970) in its latest response; undefined before the first one. */
  clock(): number | undefined
  close(): Promise<void>
}

type Answer<T> = { value: T } | { refusal: Refusal }
/** `misplaced`: the refusal of a path that may exist in another namespace. */
type Sent<T> = Answer<T> | { misplaced: { refusal: Refusal } }

const maxResponseBytes = 64 * 1024 * 1024

const timeoutCodes = new Set(['TIMEOUT', 'HTTP_408', 'HTTP_504', 'HTTP_522', 'HTTP_524'])
/** A failure after this long is most likely a time limit of the web server or of PHP. */
const longMs = 10_000

/** Sends authorised requests below the CMS's API root and throws the errors that all requests share. */
export function createConnection(options: ConnectionOptions): Connection {
  const { gate, concurrency = 4, timeoutMs = 60_000, retry, network = {}, onRequest } = options
  const root = readApiRoot(options.apiRoot)
  const pool = createPool(root.origin, network, {
    connections: concurrency,
    allowH2: false,
    maxResponseSize: maxResponseBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const exchange = createExchange({
    dispatcher: pool,
    gate,
    limit: pLimit(concurrency),
    timeoutMs,
    maxBytes: maxResponseBytes,
    retry,
  })
  const headers = {
    accept: 'application/json',
    'cache-control': 'no-cache',
    'user-agent': userAgentOf(network),
  }
  const served = createServedNamespace(options.namespace)
  const namespace = served.path
  let clockMs: number | undefined
  const saveTime = (response: Response): void => {
    const time = Date.parse(headerOf(response, 'date') ?? '')
    if (!Number.isNaN(time)) clockMs = time
  }

  const { findPlainRoot, isApi } = openPlainRoot(exchange, root, headers)

  /** Returns a refusal without judging it. */
  async function ask<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<Answer<T>> {
    // The response to a batch does not show that its requests have no route.
    if (request.kind === 'cmsBatches' && served.isOpen()) await lookUpNamespace(signal)
    const answer = await send(request, signal)
    if (!('misplaced' in answer)) return answer
    await lookUpNamespace(signal)
    const again = await send(request, signal)
    return 'misplaced' in again ? again.misplaced : again
  }

  /** Decides on the namespace, unless the index is refused. */
  async function lookUpNamespace(signal: AbortSignal): Promise<void> {
    const index = await send<readonly string[]>(
      {
        kind: 'cmsOther',
        method: 'GET',
        path: '/?_fields=namespaces',
        doing: 'reading the index',
        read: ({ body }) => ({ ok: true, value: NamespaceIndex.safeParse(body).data?.namespaces ?? [] }),
      },
      signal,
    )
    if ('value' in index && index.value.length > 0) served.decide(index.value)
  }

  async function send<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<Sent<T>> {
    const { kind, method, doing, file, once = false, heavy = false } = request
    const { path, json } = served.translate(request)
    let sentAt = 0
    let isPage = false
    const body = file?.bytes ?? (json === undefined ? undefined : JSON.stringify(json))
    const type = file?.headers ?? (json === undefined ? {} : { 'content-type': 'application/json' })
    const answered = exchange<Sent<T>>(
      {
        method,
        origin: root.origin,
        path: root.pathOf(path),
        headers: { ...headers, authorization: authorization(options.auth), ...type },
        ...(body === undefined ? {} : { body }),
        once,
        timeoutIsFinal: heavy,
        onSend: () => {
          sentAt = performance.now()
          onRequest?.(kind)
        },
        read(received) {
          saveTime(received)
          const sound = withoutStray(received, options.onStray)
          if (!sound.ok) return sound
          const response = sound.value
          const isMisplaced = served.isMisplaced(path, response)
          const judged = isMisplaced ? undefined : request.judge?.(response)
          if (judged !== undefined) return { ok: true, value: { value: judged } }
          isPage =
            received.status === 200 && /^\s*</.test(Buffer.from(response.bytes).toString('utf8', 0, 100))
          const general = readResponse(response, doing, {
            method,
            url: root.origin + root.pathOf(path),
            root,
          })
          if (!general.ok) return general
          const { refusal } = general.value
          if (refusal !== undefined)
            return { ok: true, value: isMisplaced ? { misplaced: { refusal } } : { refusal } }
          served.confirm(path)
          const read = request.read(general.value)
          return read.ok ? { ok: true, value: { value: read.value } } : read
        },
      },
      signal,
    )
    const result = await answered.catch(async (error: unknown) => {
      // A site with plain permalinks may redirect every path that it takes for a page.
      const plain =
        error instanceof SlashRedirectError && !(await isApi(root.pathOf('/'), signal))
          ? await findPlainRoot(doing, signal)
          : undefined
      throw plain ?? (error instanceof OutageError ? error.while(doing) : error)
    })
    if (result.ok) return result.value
    const { reason, sent, cause, code } = result
    const timedOut = timeoutCodes.has(code) || performance.now() - sentAt >= longMs
    const failed = { cause, failure: { said: reason, sent, timedOut } }
    if (once && sent) {
      const message = `The CMS's response was lost while ${doing}: ${reason}. The request may have been carried out, or may still be; check before sending it again.`
      throw new OutcomeUnknownError(message, failed)
    }
    if (isPage) {
      const plain = await findPlainRoot(doing, signal)
      if (plain !== undefined) throw plain
    }
    const advice = `Check that it is up and that CMS_API_ROOT (${root.shown}) is its REST root.`
    const message = `The CMS sent no usable response while ${doing}: ${withAdvice(result, advice)}`
    throw new UnreachableError('cms', message, failed)
  }

  const assertSignedIn = createSignInCheck(ask, {
    namespace,
    usesToken: () => 'token' in options.auth,
    findPlainRoot,
  })

  return {
    namespace,
    async findNamespace(signal) {
      if (served.isOpen()) await lookUpNamespace(signal)
      return served.translate({ path: `${namespace}/` }).path.slice(0, -1)
    },
    maxListRows: options.maxListRows ?? 2_000_000,
    clock: () => clockMs,
    assertSignedIn,
    async request<T>(request: CmsRequest<T>, signal: AbortSignal): Promise<T> {
      const answer = await ask(request, signal)
      if ('value' in answer) return answer.value
      const { doing, onRefusal } = request
      const { refusal } = answer
      // A firewall may refuse a single request, so a refusal alone does not prove that the credentials are
      // wrong.
      if (refusal.lacks !== undefined) await assertSignedIn({ doing, ...refusal }, signal)
      if (onRefusal === undefined) throw refused(doing, refusal)
      return onRefusal(refusal)
    },
    close: () => pool.close(),
  }
}

/**
 * Returns a body of the expected shape, or the reason why the response is not usable: `a page of another
 * form`.
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown, what: string): Read<T> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, reason: `${what} of another form: ${z.prettifyError(parsed.error)}` }
}

function authorization(auth: CmsAuth): string {
  if ('token' in auth) return `Bearer ${auth.token}`
  return `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`
}

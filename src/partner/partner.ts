import pLimit from 'p-limit'
import { isOwnValidator } from '../core/record/own-validator.ts'
import type { RecordKey } from '../core/record/record.ts'
import {
  createExchange,
  type Exchange,
  type HttpGate,
  type Read,
  type RetryOptions,
} from '../lib/http/exchange.ts'
import { type Answer, toAnswer } from '../lib/http/answer.ts'
import { createPool } from '../lib/http/dispatcher.ts'
import { type Network, userAgentOf } from '../lib/http/proxy.ts'
import { oversized, send, type Response } from '../lib/http/send.ts'
import type { Partner, SignedFiles } from '../sync/ports/partner.ts'
import { fetchAsset } from './asset.ts'
import { createAssetDispatcher } from './asset-dispatcher.ts'
import { toPartnerBase } from './base.ts'
import { fetchLanguages, type Get } from './languages.ts'
import {
  explainFailure,
  type FetchedRecord,
  readProduct,
  type RecordResponse,
  refuseEcho,
  tokenRefused,
} from './product.ts'
import { createSharedCheck } from './shared-check.ts'
import { createSignedFiles } from './signed-files.ts'

export type PartnerOptions = {
  /** PARTNER_BASE_URL, with or without `/api/partner/v1`. */
  baseUrl: string
  /** Read for each request, because it may change. */
  readonly token: string
  gate: HttpGate
  signedFiles: SignedFiles
  /** The GTIN of another product that the partner has served in this language. */
  otherGtin?: (key: RecordKey) => Promise<string | undefined>
  /** The gate of a host that serves assets. */
  assetGateOf: (origin: string) => HttpGate
  /** Concurrent product requests; default 16. */
  concurrency?: number
  /** Pages and entries of the language list; default 200. */
  maxLanguages?: number
  /** Concurrent asset downloads, each with up to `maxAssetBytes` in memory; default 4. */
  assetConcurrency?: number
  /** Time limit of one product or language request, from sending to the last byte; default 15 s. */
  timeoutMs?: number
  /** Time limit of one asset; default 60 s. */
  assetTimeoutMs?: number
  retry?: Partial<RetryOptions>
  /** The proxies and the User-Agent; default none and `product-mirror`. */
  network?: Network
  /** Default 32 MiB. */
  maxAssetBytes?: number
  /** The most pixels of all images in a file; default 100 million. */
  maxAssetPixels?: number
  /** Hosts other than the partner's own that may serve assets: exact names or `*.suffix`. */
  assetHosts?: readonly string[]
  /** Allows hosts other than the partner's own to have private addresses. */
  allowPrivate?: boolean
  /** Called for each request sent. */
  onRequest?: (kind: 'partner') => void
  onWarning?: (message: string) => void
}

const maxProductBytes = 4 * 1024 * 1024

/** An asset host that limits us for longer degrades pages, but does not delay them. */
const maxAssetWaitMs = 300_000

/** The partner's interface over HTTP; `close` ends its connections. */
export function createPartner(options: PartnerOptions): Partner & { close(): Promise<void> } {
  const { gate, retry, network = {}, concurrency = 16, timeoutMs = 15_000 } = options
  const {
    maxLanguages = 200,
    assetConcurrency = 4,
    assetTimeoutMs = 60_000,
    maxAssetBytes = 32 * 1024 * 1024,
    maxAssetPixels = 100_000_000,
  } = options
  const base = toPartnerBase(options.baseUrl)
  const rules = {
    base,
    allowedHosts: options.assetHosts ?? [],
    allowPrivate: options.allowPrivate ?? false,
  }
  const pool = createPool(base.origin, network, {
    connections: concurrency,
    allowH2: false,
    maxResponseSize: maxProductBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const assets = createAssetDispatcher({
    network,
    rules,
    connections: assetConcurrency,
    maxBytes: maxAssetBytes,
  })
  const exchange = createExchange({
    dispatcher: pool,
    gate,
    limit: pLimit(concurrency),
    timeoutMs,
    maxBytes: maxProductBytes,
    retry,
  })
  const assetLimit = pLimit(assetConcurrency)
  const exchanges = new Map<string, Exchange>()
  const headersNow = () => ({
    accept: 'application/json',
    authorization: `Token ${options.token}`,
    'user-agent': userAgentOf(network),
  })
  const onSend = () => options.onRequest?.('partner')
  const products = `${base.path}/product/`
  const pathOf = ({ gtin, language }: RecordKey): string =>
    `${products}${encodeURIComponent(gtin)}/?language=${encodeURIComponent(language)}`
  const get: Get = ({ path, etag, read, ...rest }, signal) => {
    const isSent = etag !== undefined && !isOwnValidator(etag)
    const headers = { ...headersNow(), ...(isSent && { 'if-none-match': etag }) }
    const request = { method: 'GET' as const, origin: base.origin, path, headers }
    return exchange(
      { ...request, ...rest, onSend, read, limitScope: path.startsWith(products) ? 'product' : 'other' },
      signal,
    )
  }
  /**
   * Checks whether the interface responds when the partner's files do not. Its error status is removed,
   * because it would count as the file's.
   */
  const probe = async (signal: AbortSignal): Promise<Answer> => {
    onSend()
    const path = `${base.path}/language/`
    const request = { method: 'GET' as const, origin: base.origin, path, headers: headersNow() }
    const answer = toAnswer(await send(pool, request, timeoutMs, signal))
    return typeof answer === 'string' ? answer : { failed: answer.failed }
  }
  const exchangeFor = (origin: string): Exchange => {
    const known = exchanges.get(origin)
    if (known !== undefined) return known
    const own = options.assetGateOf(origin)
    const made = createExchange({
      dispatcher: assets,
      gate: origin === base.origin ? behind(gate, own) : own,
      limit: assetLimit,
      timeoutMs: assetTimeoutMs,
      maxBytes: maxAssetBytes,
      retry,
      maxWaitMs: maxAssetWaitMs,
      ...(origin === base.origin && { probe }),
    })
    exchanges.set(origin, made)
    return made
  }

  /** Records that are forbidden at the same time share one request. */
  const isTokenRefused = createSharedCheck(async (signal) => {
    const read = ({ status }: Response): Read<boolean> => ({
      ok: true,
      value: status === 401 || status === 403,
    })
    const result = await get<boolean>({ path: `${base.path}/language/`, read }, signal)
    return result.ok && result.value
  })

  const fetchRecord = async (
    key: RecordKey,
    etag: string | undefined,
    signal: AbortSignal,
  ): Promise<FetchedRecord> => {
    const path = pathOf(key)
    const otherPath = async (): Promise<string | undefined> => {
      const gtin = await options.otherGtin?.(key)
      return gtin && pathOf({ ...key, gtin })
    }
    const read = (response: Response) =>
      refuseEcho(response, options.token) ?? readProduct(response, key, base, etag)
    const result = await get<RecordResponse>({ path, etag, read, otherPath }, signal)
    if (result.ok) {
      const { value } = result
      if (value.state !== 'forbidden') return value
      if (await isTokenRefused(signal)) throw tokenRefused(value.reason)
      const reason = `the partner returned ${value.reason}, although it accepts the token for its language list. Ask the partner whether the token may read this record`
      return { state: 'unreachable', reason }
    }
    if (result.code !== oversized) return { state: 'unreachable', reason: explainFailure(result) }
    const reason = `the partner’s response is larger than the limit of ${maxProductBytes / 1024 / 1024} MiB. Ask the partner to repair the record`
    return { state: 'invalid', reason }
  }
  const files = createSignedFiles({
    signed: options.signedFiles,
    fetchRecord,
    fetchFile: (asset, known, signal) =>
      fetchAsset(
        {
          exchangeFor,
          rules,
          token: options.token,
          userAgent: userAgentOf(network),
          maxBytes: maxAssetBytes,
          maxPixels: maxAssetPixels,
          onSend,
        },
        asset,
        known,
        signal,
      ),
    now: Date.now,
  })

  return {
    ...files,
    async fetchLanguages(signal) {
      const { languages, faults } = await fetchLanguages(get, { base, most: maxLanguages }, signal)
      for (const fault of faults) options.onWarning?.(fault)
      return languages
    },
    async close() {
      await Promise.all([pool.close(), assets.close()])
    },
  }
}

/**
 * Assets at the partner's own origin also wait for its limits; their own limits and errors affect only
 * assets.
 */
function behind(gate: HttpGate, own: HttpGate): HttpGate {
  return {
    ...gate,
    close: (waitMs) => own.close(waitMs),
    async pass(signal) {
      await gate.pass(signal)
      try {
        await own.pass(signal)
      } catch (error) {
        gate.ended?.('unknown')
        throw error
      }
    },
    ended(answer) {
      const isOfFile = typeof answer === 'object' && answer.status !== undefined
      gate.ended?.(isOfFile ? 'unknown' : answer)
    },
  }
}

import pLimit from 'p-limit'
import { Pool } from 'undici'
import { createExchange, type Exchange, type HttpGate, type RetryOptions } from '../lib/http/exchange.ts'
import { oversized, type Response } from '../lib/http/send.ts'
import type { Partner } from '../sync/ports/partner.ts'
import { fetchAsset } from './asset.ts'
import { createAssetDispatcher } from './asset-dispatcher.ts'
import { toPartnerBase } from './base.ts'
import { fetchLanguages, type Get } from './languages.ts'
import { explainFailure, readProduct } from './product.ts'

export type PartnerOptions = {
  /** PARTNER_BASE_URL, with or without `/api/partner/v1`. */
  baseUrl: string
  token: string
  gate: HttpGate
  /** Concurrent product requests; default 16. */
  concurrency?: number
  /** Concurrent asset downloads, each with up to `maxAssetBytes` in memory; default 4. */
  assetConcurrency?: number
  /** Time limit of one product or language request, from sending to the last byte; default 15 s. */
  timeoutMs?: number
  /** Time limit of one asset; default 60 s. */
  assetTimeoutMs?: number
  retry?: Partial<RetryOptions>
  /** Default 32 MiB. */
  maxAssetBytes?: number
  /** Hosts besides the partner's own that may serve assets: exact names or `*.suffix`. */
  assetHosts?: readonly string[]
  /** Lets allowed hosts other than the partner's own have private addresses. */
  allowPrivate?: boolean
  /** Called for each request sent. */
  onRequest?: (kind: 'partner') => void
  onWarning?: (message: string) => void
}

const maxProductBytes = 4 * 1024 * 1024

/** The partner's interface over HTTP; `close` ends its connections. */
export function createPartner(options: PartnerOptions): Partner & { close(): Promise<void> } {
  const { gate, token, retry, concurrency = 16, timeoutMs = 15_000 } = options
  const { assetConcurrency = 4, assetTimeoutMs = 60_000, maxAssetBytes = 32 * 1024 * 1024 } = options
  const base = toPartnerBase(options.baseUrl)
  const rules = {
    base,
    allowedHosts: options.assetHosts ?? [],
    allowPrivate: options.allowPrivate ?? false,
  }
  const pool = new Pool(base.origin, {
    connections: concurrency,
    allowH2: false,
    maxResponseSize: maxProductBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const assets = createAssetDispatcher({ rules, connections: assetConcurrency, maxBytes: maxAssetBytes })
  const exchange = createExchange({ dispatcher: pool, gate, limit: pLimit(concurrency), timeoutMs, retry })
  const assetLimit = pLimit(assetConcurrency)
  const exchanges = new Map<string, Exchange>()
  const headers = {
    accept: 'application/json',
    authorization: `Token ${token}`,
    'user-agent': 'product-mirror',
  }
  const onSend = () => options.onRequest?.('partner')
  const get: Get = ({ path, etag, read }, signal) => {
    const conditional = etag === undefined ? headers : { ...headers, 'if-none-match': etag }
    return exchange({ method: 'GET', origin: base.origin, path, headers: conditional, onSend, read }, signal)
  }
  const exchangeFor = (origin: string): Exchange => {
    const known = exchanges.get(origin)
    if (known !== undefined) return known
    const parts = { dispatcher: assets, gate, limit: assetLimit, timeoutMs: assetTimeoutMs, retry }
    const made = createExchange(parts)
    exchanges.set(origin, made)
    return made
  }

  return {
    async fetchProduct(key, etag, signal) {
      const [gtin, language] = [key.gtin, key.language].map(encodeURIComponent)
      const path = `${base.path}/product/${gtin}/?language=${language}`
      const read = (response: Response) => readProduct(response, key, etag)
      const result = await get({ path, etag, read }, signal)
      if (result.ok) return result.value
      if (result.code !== oversized) return { state: 'unreachable', reason: explainFailure(result) }
      const reason = `the partner’s answer is larger than the limit of ${maxProductBytes / 1024 / 1024} MiB. Ask the partner to repair the record`
      return { state: 'invalid', reason }
    },
    async fetchLanguages(signal) {
      const { languages, faults } = await fetchLanguages(get, base, signal)
      for (const fault of faults) options.onWarning?.(fault)
      return languages
    },
    fetchAsset: (asset, known, signal) =>
      fetchAsset({ exchangeFor, rules, token, maxBytes: maxAssetBytes, onSend }, asset, known, signal),
    async close() {
      await Promise.all([pool.close(), assets.close()])
    },
  }
}

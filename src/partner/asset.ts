import { hash } from 'node:crypto'
import { signatureValues } from '../core/text/signed-url.ts'
import type { Asset } from '../core/record/media.ts'
import { type Exchange, limitedTooLong, type Read } from '../lib/http/exchange.ts'
import { describeResponse } from '../lib/http/json.ts'
import {
  forbiddenAddress,
  headerOf,
  type RequestFailure,
  oversized,
  type Response,
} from '../lib/http/send.ts'
import { hideAll } from '../lib/text/secrets.ts'
import type { AssetValidators, FetchedAsset } from '../sync/ports/partner.ts'
import { checkFile } from './asset-file/check-file.ts'
import { detectAssetType } from './asset-type.ts'
import { type AssetRules, toAssetUrl } from './asset-url.ts'
import { isPassing } from './product.ts'
import { validatorOf } from './http-validator.ts'
import { compact } from '../lib/compact.ts'

export type AssetDeps = {
  /** One exchange per origin: a failing asset host must not look like a failing partner. */
  exchangeFor: (origin: string) => Exchange
  rules: AssetRules
  token: string
  userAgent: string
  maxBytes: number
  /** Of all images in a file. */
  maxPixels: number
  onSend: () => void
}

/** `denied`: refused with a status that servers use for an expired signature. */
export type FetchedFile = FetchedAsset | { state: 'denied'; reason: string }

type Hop =
  | { kind: 'end'; asset: FetchedFile }
  | { kind: 'file'; response: Response }
  | { kind: 'redirect'; to: string }

const maxRedirects = 3
/** Statuses that servers use for a link with an expired signature. */
const denying: ReadonlySet<number> = new Set([400, 401, 403, 410])
/** Errors that the address of the file causes. */
const refusals: ReadonlySet<string> = new Set([forbiddenAddress, 'UND_ERR_INVALID_ARG'])
const remedy = 'Ask the partner to repair the link'

/** Downloads an asset. Follows at most 3 redirects, each checked like the first URL. */
export async function fetchAsset(
  deps: AssetDeps,
  asset: Asset,
  known: AssetValidators,
  signal: AbortSignal,
): Promise<FetchedFile> {
  let address = asset.url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const checked = toAssetUrl(address, deps.rules)
    if (!checked.ok) return { state: 'refused', reason: checked.reason }
    const hop = await fetchHop(deps, checked.url, known, signal)
    if (hop.kind === 'end') return withoutSignature(hop.asset, address)
    if (hop.kind === 'file') return toFetchedAsset(hop.response, asset.kind, deps.maxPixels)
    address = URL.parse(hop.to, checked.url.href)?.href ?? hop.to
  }
  return { state: 'refused', reason: `it redirects more than ${maxRedirects} times. ${remedy}` }
}

async function fetchHop(
  deps: AssetDeps,
  url: URL,
  known: AssetValidators,
  signal: AbortSignal,
): Promise<Hop> {
  const headers: Record<string, string> = { accept: '*/*', 'user-agent': deps.userAgent }
  if (known.etag !== undefined) headers['if-none-match'] = known.etag
  if (known.lastModified !== undefined) headers['if-modified-since'] = known.lastModified
  if (url.origin === deps.rules.base.origin) headers['authorization'] = `Token ${deps.token}`
  const conditional = known.etag !== undefined || known.lastModified !== undefined
  const result = await deps.exchangeFor(url.origin)(
    {
      method: 'GET',
      origin: url.origin,
      path: url.pathname + url.search,
      headers,
      limitScope: 'file',
      onSend: deps.onSend,
      read: (response) => readHop(response, conditional),
    },
    signal,
  )
  return result.ok ? result.value : { kind: 'end', asset: toFailure(result, deps.maxBytes) }
}

function readHop(response: Response, conditional: boolean): Read<Hop> {
  const { status } = response
  if (status === 200) return { ok: true, value: { kind: 'file', response } }
  if (status === 304 && conditional) return end({ state: 'unchanged' })
  if (isPassing(status)) return { ok: false, reason: `its server returned ${describeResponse(response)}` }
  const to = headerOf(response, 'location')
  if ([301, 302, 303, 307, 308].includes(status) && to !== undefined) {
    return { ok: true, value: { kind: 'redirect', to } }
  }
  const gone = status === 404 || status === 410 ? ': the file does not exist' : ''
  const reason = `its server returned ${describeResponse(response).replace(/\.$/, '')}${gone}. ${remedy}`
  return end({ state: denying.has(status) ? 'denied' : 'refused', reason })
}

/** Error pages of file servers quote the signature that they refuse. */
function withoutSignature(file: FetchedFile, address: string): FetchedFile {
  return 'reason' in file ? { ...file, reason: hideAll(file.reason, signatureValues(address)) } : file
}

function end(asset: FetchedFile): Read<Hop> {
  return { ok: true, value: { kind: 'end', asset } }
}

function toFailure(failure: RequestFailure, maxBytes: number): FetchedAsset {
  if (failure.code === oversized) {
    const reason = `it is larger than the limit of ${maxBytes} bytes. Ask the partner for a smaller file`
    return { state: 'refused', reason }
  }
  if (failure.code === limitedTooLong)
    return { state: 'unreachable', reason: `its server ${failure.reason}. The next run tries again` }
  if (failure.code.startsWith('HTTP_')) return { state: 'unreachable', reason: failure.reason }
  const reason = `its server sent no complete response: ${failure.reason}`
  // Any other failure, such as a request that was never sent, proves nothing about the file.
  return { state: refusals.has(failure.code) ? 'refused' : 'unreachable', reason }
}

async function toFetchedAsset(
  response: Response,
  kind: Asset['kind'],
  maxPixels: number,
): Promise<FetchedAsset> {
  const { bytes } = response
  const detected = await detectAssetType(bytes, kind)
  if (!detected.ok) return { state: 'refused', reason: detected.reason }
  const { mime, extension } = detected
  const checked = checkFile(bytes, mime, maxPixels)
  if ('fault' in checked) {
    const reason = `it ${checked.fault} (${mime}, ${bytes.length} bytes). Ask the partner to repair the file`
    return { state: 'refused', reason }
  }
  const etag = validatorOf(response, 'etag')
  const lastModified = validatorOf(response, 'last-modified')
  return compact({
    state: 'present',
    bytes,
    mime,
    extension,
    sha256: hash('sha256', bytes, 'hex'),
    ...(checked.remark !== undefined && { remark: `it ${checked.remark}` }),
    etag,
    lastModified,
  })
}

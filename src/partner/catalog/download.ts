import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { interceptors } from 'undici'
import { ConfigError, UnreachableError } from '../../lib/errors.ts'
import { createAgent } from '../../lib/http/dispatcher.ts'
import { createExchange, type HttpGate, type Read, type RetryOptions } from '../../lib/http/exchange.ts'
import { type Network, userAgentOf } from '../../lib/http/proxy.ts'
import { headerOf, oversized, type Response } from '../../lib/http/send.ts'
import { hideAll } from '../../lib/text/secrets.ts'
import { secretsOfPlace, showPlace } from './show-place.ts'
import { conditionOf, type Validators, validatorsOf } from './validators.ts'

/** The bytes of a catalogue, with the name and the type from its server. */
export type CatalogBytes = {
  bytes: Uint8Array
  /** A file name, or the path of its URL. */
  name: string
  /** Content-Type, if a server sent one. */
  type?: string | undefined
  /** Whether the response links to a next page. */
  hasNext?: boolean
  /** The validators for a later conditional request. */
  validators?: Validators | undefined
}

const defaultTimeoutMs = 30_000
/** A shared sheet is redirected once or twice. */
const mostRedirects = 5
/** A server that limits us for longer counts as down. */
const maxWaitMs = 300_000

/**
 * Downloads the catalogue, retried like every request to the partner. Follows redirects; user and password of the URL
 * are sent to its own origin only. With `known` validators the result may be `unchanged`. Throws UnreachableError without
 * a usable response, ConfigError if the URL has no catalogue.
 */
export async function downloadCatalog(
  place: string,
  {
    maxBytes,
    retry,
    timeoutMs = defaultTimeoutMs,
    network = {},
    known,
  }: {
    maxBytes: number
    retry?: Partial<RetryOptions> | undefined
    timeoutMs?: number
    network?: Network
    known?: Validators | undefined
  },
  signal: AbortSignal,
): Promise<CatalogBytes | 'oversized' | 'unchanged'> {
  const { origin, pathname, search, username, password } = new URL(place)
  const agent = createAgent(network, { maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 })
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: mostRedirects }))
  const login = Buffer.from(`${decodedPart('user', username)}:${decodedPart('password', password)}`).toString(
    'base64',
  )
  const exchange = createExchange({
    dispatcher,
    gate: ownGate(),
    limit: pLimit(1),
    timeoutMs,
    maxBytes,
    retry,
    maxWaitMs,
  })
  try {
    const headers = {
      'user-agent': userAgentOf(network),
      ...conditionOf(known),
      ...((username !== '' || password !== '') && { authorization: `Basic ${login}` }),
    }
    const read = (response: Response) => readResponse(response, known)
    const call = { method: 'GET', origin, path: pathname + search, headers, read } as const
    const result = await exchange(call, signal)
    if (result.ok) {
      const { value } = result
      return value === 'unchanged' ? value : { ...value, name: value.name ?? pathname }
    }
    if (result.code === oversized) return 'oversized'
    signal.throwIfAborted()
    const reason = hideAll(result.reason, secretsOfPlace(place))
    const message = `The catalogue ${showPlace(place)} cannot be read: ${reason}. Check CATALOG, and that its server is up.`
    throw new UnreachableError('partner', message, { cause: result.cause })
  } finally {
    await agent.destroy()
  }
}

type Received = Omit<CatalogBytes, 'name'> & { name: string | undefined }

/** Decodes a part of the login. The error must not quote it. */
function decodedPart(part: 'user' | 'password', text: string): string {
  const decoded = decodedOf(text)
  if (decoded !== undefined) return decoded
  throw new ConfigError(`the ${part} in its URL has a percent sign that is not escaped. Write it as %25`)
}

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readResponse(response: Response, known: Validators | undefined): Read<Received | 'unchanged'> {
  const { status, bytes } = response
  if (status === 304 && known !== undefined) return { ok: true, value: 'unchanged' }
  if (status === 200) {
    const disposition = headerOf(response, 'content-disposition') ?? ''
    const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(disposition)?.[1]
    const hasNext = /;\s*rel="?next\b/i.test(headerOf(response, 'link') ?? '')
    const type = headerOf(response, 'content-type')
    return { ok: true, value: { bytes, type, name, hasNext, validators: validatorsOf(response) } }
  }
  if (status === 304) return { ok: false, reason: unasked }
  const reason = `the server returned ${status}`
  if (status >= 500 || status === 408 || status === 425 || status === 429) return { ok: false, reason }
  throw new ConfigError(reason)
}

const unasked =
  'the server returned 304 (not modified) for an unconditional request, so the list is missing. A cache in front of the server may be the cause'

/** Only this download waits for a limit of the catalogue's server. */
function ownGate(): HttpGate {
  let until = 0
  return {
    async pass(signal) {
      const waitMs = until - performance.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    },
    async close(waitMs) {
      until = performance.now() + waitMs
    },
  }
}

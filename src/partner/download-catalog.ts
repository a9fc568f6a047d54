import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Agent } from 'undici'
import { ConfigError, UnreachableError } from '../lib/errors.ts'
import { createExchange, type HttpGate, type Read, type RetryOptions } from '../lib/http/exchange.ts'
import { oversized, type Response } from '../lib/http/send.ts'

const timeoutMs = 30_000
/** A server that limits us for longer counts as down. */
const maxWaitMs = 300_000

/**
 * Downloads the catalogue, retried like every request to the partner. Throws UnreachableError without a usable
 * response, ConfigError if the URL has no catalogue.
 */
export async function downloadCatalog(
  place: string,
  { maxBytes, retry }: { maxBytes: number; retry?: Partial<RetryOptions> | undefined },
  signal: AbortSignal,
): Promise<Uint8Array | 'oversized'> {
  const { origin, pathname, search } = new URL(place)
  const dispatcher = new Agent({ maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 })
  const exchange = createExchange({
    dispatcher,
    gate: ownGate(),
    limit: pLimit(1),
    timeoutMs,
    retry,
    maxWaitMs,
  })
  try {
    const headers = { 'user-agent': 'product-mirror' }
    const call = { method: 'GET', origin, path: pathname + search, headers, read } as const
    const result = await exchange(call, signal)
    if (result.ok) return result.value
    if (result.code === oversized) return 'oversized'
    signal.throwIfAborted()
    const told = `The catalogue ${place} cannot be read: ${result.reason}. Check CATALOG, and that its server is up.`
    throw new UnreachableError('partner', told, { cause: result.cause })
  } finally {
    await dispatcher.destroy()
  }
}

function read({ status, bytes }: Response): Read<Uint8Array> {
  if (status === 200) return { ok: true, value: bytes }
  const reason = `the server answered ${status}`
  if (status >= 500 || status === 408 || status === 425 || status === 429) return { ok: false, reason }
  throw new ConfigError(reason)
}

/** Only this download waits for a limit of the catalogue's server. */
function ownGate(): HttpGate {
  let until = 0
  return {
    async pass(signal) {
      const waitMs = until - Date.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    },
    async close(waitMs) {
      until = Date.now() + waitMs
    },
  }
}

import { createHmac, hash } from 'node:crypto'
import { type Dispatcher, request } from 'undici'
import { MirrorError, reasonOf } from '../../lib/errors.ts'
import { createAgent } from '../../lib/http/dispatcher.ts'
import { type Network, userAgentOf } from '../../lib/http/proxy.ts'
import type { Posting } from '../../sync/ports/stored.ts'
import type { NoticeFormat } from './notice-body.ts'

export type Receiver = { readonly url: string; readonly format: NoticeFormat }

/** A receiver did not accept a notice; `retryable` unless it returned 410 Gone. */
export class UndeliveredError extends MirrorError {
  override readonly retryable: boolean
  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options)
    this.retryable = retryable
  }
}

const timeoutMs = 10_000

/** A receiver's name: its host and a digest of its URL, which is a secret. */
export function nameOf({ url }: Receiver): string {
  return `${new URL(url).hostname}-${hash('sha256', url).slice(0, 6)}`
}

/** Posts a notice to its receiver. Throws UndeliveredError unless the response is 2xx. `close` ends its connections. */
export function createDelivery(
  receivers: readonly Receiver[],
  secret: string | undefined,
  network: Network = {},
) {
  const agent = createAgent(network, {})
  const deliver = async ({ receiver: name, id, body }: Posting, signal: AbortSignal): Promise<void> => {
    const receiver = receivers.find((one) => nameOf(one) === name)
    if (receiver === undefined) throw new UndeliveredError(`${name} is no longer in NOTIFY_URL.`, false)
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgentOf(network),
      ...webhookHeaders(secret, { id, seconds, body }),
    }
    const status = await post(agent, receiver.url, { headers, body }, signal)
    if (status >= 200 && status < 300) return
    throw new UndeliveredError(
      `${name} returned HTTP ${status}. Check NOTIFY_URL and the receiver.`,
      status !== 410,
    )
  }
  return Object.assign(deliver, { close: () => agent.close() })
}

/**
 * The headers of one attempt by the Standard Webhooks specification 1.0.0. A secret is `whsec_` and base64;
 * without one, the request is unsigned. `id` is the same for every attempt; `seconds` since 1970.
 */
export function webhookHeaders(
  secret: string | undefined,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) }
  if (secret === undefined) return headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}

async function post(
  dispatcher: Dispatcher,
  url: string,
  message: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const answer = await request(url, { dispatcher, method: 'POST', ...message, signal: limit })
    await answer.body.dump()
    return answer.statusCode
  } catch (error) {
    throw new UndeliveredError(`No response: ${reasonOf(error)}`, true, { cause: error })
  }
}

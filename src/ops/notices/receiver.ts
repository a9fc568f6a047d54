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

/** The name of the receiver of heartbeats, which may also receive notices. */
export function heartbeatName(url: string): string {
  return `heartbeat-${nameOf({ url, format: 'json' })}`
}

type Receivers = { receivers: readonly Receiver[]; heartbeatUrl?: string | undefined }

/**
 * Posts a notice to its receiver, or requests the URL of heartbeats. Throws UndeliveredError unless the response is 2xx.
 * `close` ends its connections.
 */
export function createDelivery(
  { receivers, heartbeatUrl }: Receivers,
  secret: string | undefined,
  network: Network = {},
) {
  const agent = createAgent(network, {})
  const deliver = async ({ receiver: name, id, body }: Posting, signal: AbortSignal): Promise<void> => {
    if (heartbeatUrl !== undefined && name === heartbeatName(heartbeatUrl)) {
      const headers = { 'user-agent': userAgentOf(network) }
      // Some monitors accept only GET.
      const answered = await send(agent, heartbeatUrl, { method: 'GET', headers }, signal)
      return assertAccepted(name, answered, 'NOTIFY_HEARTBEAT_URL')
    }
    const receiver = receivers.find((one) => nameOf(one) === name)
    if (receiver === undefined)
      throw new UndeliveredError(`${name} is no longer in NOTIFY_URL or NOTIFY_HEARTBEAT_URL.`, false)
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgentOf(network),
      ...webhookHeaders(secret, { id, seconds, body }),
    }
    const status = await send(agent, receiver.url, { method: 'POST', headers, body }, signal)
    assertAccepted(name, status, 'NOTIFY_URL')
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

function assertAccepted(name: string, status: number, variable: string): void {
  if (status >= 200 && status < 300) return
  const message = `${name} returned HTTP ${status}. Check ${variable} and the receiver.`
  throw new UndeliveredError(message, status !== 410)
}

async function send(
  dispatcher: Dispatcher,
  url: string,
  message: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const answer = await request(url, { dispatcher, ...message, signal: limit })
    await answer.body.dump()
    return answer.statusCode
  } catch (error) {
    throw new UndeliveredError(`No response: ${reasonOf(error)}`, true, { cause: error })
  }
}

import { createHmac } from 'node:crypto'

/**
 * The headers of one attempt by the Standard Webhooks specification 1.0.0: `id` stays the same for every attempt, `secret` is
 * `whsec_` and base64; without one there is no signature. `seconds` since 1970.
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

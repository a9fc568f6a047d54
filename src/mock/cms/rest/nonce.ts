import { RestError } from './error.ts'
import type { RestRequest } from './request.ts'

/**
 * Rejects every anonymous request with a nonce. Nonces belong to browser sessions, and this server has none. A request
 * with an application password may contain any nonce.
 */
export function refuseNonce(
  { user, query, form, headers }: RestRequest,
  sentAs: string,
): RestError | undefined {
  if (user !== null) return undefined
  const sent =
    query['_wpnonce'] ?? (sentAs === 'POST' ? form?.['_wpnonce'] : undefined) ?? headers['x-wp-nonce']
  return sent === undefined
    ? undefined
    : new RestError('rest_cookie_invalid_nonce', 'Cookie check failed', 403)
}

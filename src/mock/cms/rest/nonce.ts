import { RestError } from './error.ts'
import type { RestRequest } from './request.ts'

/**
 * Nobody in particular who brings a nonce is refused whatever they ask for: the nonce belongs to a session in a browser,
 * and here there are none. Who is known by a password may bring any.
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

/** The error of Django's token authentication for an Authorization header; null if the token is right. */
export function refusalOf(authorization: string | undefined, token: string): string | null {
  const [scheme = '', ...rest] = (authorization ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'token') return 'Authentication credentials were not provided.'
  if (rest.length === 0) return 'Invalid token header. No credentials provided.'
  if (rest.length > 1) return 'Invalid token header. Token string should not contain spaces.'
  return rest[0] === token ? null : 'Invalid token.'
}

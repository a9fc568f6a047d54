/** What token authentication says about an Authorization header: null when the token is right, else the detail of the 401. */
export function refusalOf(authorization: string | undefined, token: string): string | null {
  const [scheme = '', ...rest] = (authorization ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'token') return 'Authentication credentials were not provided.'
  if (rest.length === 0) return 'Invalid token header. No credentials provided.'
  if (rest.length > 1) return 'Invalid token header. Token string should not contain spaces.'
  return rest[0] === token ? null : 'Invalid token.'
}

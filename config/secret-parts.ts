/** Names of query parameters whose value is a secret in any form. */
const telling = /key|token|secret|pass|pwd|sig|auth|code|credential/i

/**
 * The parts of an http(s) URL that identify its user: user information, and the query as a whole and value by
 * value.
 */
export function secretsOfUrl(text: string): string[] {
  const url = URL.parse(text)
  if (url === null) return []
  const values = [...url.searchParams]
    .filter(([name, value]) => telling.test(name) || looksDrawn(value))
    .map(([, value]) => value)
  return [...userOf(url), ...(url.search.length > 1 ? [url.search.slice(1)] : []), ...values]
}

/** The secrets of a webhook URL, which include its path. */
export function secretsOfWebhook(text: string): string[] {
  const url = URL.parse(text)
  if (url === null) return []
  const path = url.pathname.slice(1)
  return [...secretsOfUrl(text), ...[path, ...path.split('/')].filter(looksDrawn)]
}

/** The password of a URL whose query is not secret. */
export function passwordOfUrl(text: string): string[] {
  const url = URL.parse(text)
  return url === null ? [] : userOf(url)
}

/** The login of a REDIS_URL, which may contain several hosts, and may be malformed. */
export function loginOfRedisUrl(text: string): string[] {
  const [, username = '', password = ''] = /^[^:]*:\/\/([^:@]*):(.*)@/s.exec(text) ?? []
  return password === '' ? [] : [...new Set([...userOf({ username, password }), password])]
}

/** The key of a webhook, with and without its prefix. */
export function secretsOfKey(text: string): string[] {
  return [text, text.replace(/^whsec_/, '')]
}

function userOf({ username, password }: Pick<URL, 'username' | 'password'>): string[] {
  const [user, secret] = [decoded(username), decoded(password)]
  return secret === '' ? [] : [secret, `${user}:${secret}`]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Words, numbers and dates, such as `format=products`, must stay readable. A random value contains both
 * digits and letters, or is long.
 */
function looksDrawn(text: string): boolean {
  return text.length >= 20 || (/\d/.test(text) && /[a-z]/i.test(text))
}

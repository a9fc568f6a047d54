export type RedisNode = { host: string; port: number }

/**
 * The target of REDIS_URL: a socket, one server, a cluster by some of its nodes, or a primary by its
 * Sentinels.
 */
export type RedisPlace =
  | { kind: 'socket'; path: string }
  | (RedisLogin & { kind: 'server' | 'cluster'; nodes: RedisNode[] })
  | (RedisLogin & { kind: 'sentinel'; nodes: RedisNode[]; primary: string })

type RedisLogin = { tls: boolean; username?: string; password?: string; db?: number }

const schemes = {
  redis: { kind: 'server', tls: false },
  rediss: { kind: 'server', tls: true },
  'redis+cluster': { kind: 'cluster', tls: false },
  'rediss+cluster': { kind: 'cluster', tls: true },
  'redis+sentinel': { kind: 'sentinel', tls: false },
  'rediss+sentinel': { kind: 'sentinel', tls: true },
} as const

/** Parses a REDIS_URL; throws an Error that names the problem without quoting credentials. */
export function parseRedisUrl(text: string): RedisPlace {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/is.exec(text) ?? []
  if (scheme === 'unix') return { kind: 'socket', path: socketOf(rest) }
  if (!isScheme(scheme)) throw new Error('it does not start with a known scheme')
  const { kind, tls } = schemes[scheme]
  if (/[?#\s]/.test(rest)) throw new Error('it contains ?, # or a space; write them as %3F, %23 and %20')
  const slash = rest.indexOf('/')
  const [authority, path] = slash < 0 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash + 1)]
  if (path.includes('@')) throw new Error('its user or password contains /; write it as %2F')
  const at = authority.lastIndexOf('@')
  const login = { tls, ...(at >= 0 && loginOf(authority.slice(0, at))) }
  const nodes = nodesOf(authority.slice(at + 1), kind === 'sentinel' ? 26_379 : 6379)
  const names = path.replace(/\/$/, '').split('/')
  if (kind === 'sentinel') {
    const [primary = '', db = ''] = names
    if (primary === '')
      throw new Error('the name of the primary is missing; add it behind the nodes: /mymaster')
    if (names.length > 2) throw new Error('it has more than the name of the primary and a database')
    return { kind, nodes, primary: decoded(primary), ...login, ...dbOf(db) }
  }
  if (names.length > 1) throw new Error('it has more than a database behind the host')
  const { db } = dbOf(names[0] ?? '')
  if (kind === 'cluster') {
    if (db !== undefined && db !== 0) throw new Error('a cluster has no other database than 0')
    return { kind, nodes, ...login }
  }
  if (nodes.length > 1)
    throw new Error(`it names ${nodes.length} nodes; use ${scheme}+cluster:// or ${scheme}+sentinel://`)
  return { kind, nodes, ...login, ...(db !== undefined && { db }) }
}

export function withoutLogin(text: string): string {
  return text.replace(/^([a-z+]+:\/\/)[^/]*@/i, '$1')
}

function isScheme(text: string): text is keyof typeof schemes {
  return Object.hasOwn(schemes, text)
}

function socketOf(rest: string): string {
  if (!rest.startsWith('/')) throw new Error('the path of the socket is not absolute')
  return decoded(rest)
}

function loginOf(text: string): Pick<RedisLogin, 'username' | 'password'> {
  const colon = text.indexOf(':')
  const [username, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  return {
    ...(username !== '' && { username: decoded(username) }),
    ...(password !== '' && { password: decoded(password) }),
  }
}

function nodesOf(text: string, defaultPort: number): RedisNode[] {
  return text.split(',').map((node, index) => {
    const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d+))?$/i.exec(node) ?? []
    const host = bracketed ?? plain
    const number = port === undefined ? defaultPort : Number(port)
    if (host === undefined || number < 1 || number > 65_535)
      throw new Error(`node ${index + 1} is not host:port`)
    return { host, port: number }
  })
}

function dbOf(text: string): { db?: number } {
  if (text === '') return {}
  if (!/^\d{1,5}$/.test(text)) throw new Error('the database is not a number')
  return { db: Number(text) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('it contains a % that is not part of a code such as %25')
  }
}

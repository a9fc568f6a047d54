const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The path of the batch route below the REST root. */
export const batchPath = '/batch/v1'

/**
 * The kind of a CMS write, or null for a read: the resource with `create`, `update` or `delete`, such as
 * `pages.create`, `pages/autosaves.create`, `cms-sync/updates.create`. `path` is below the REST root, without a query.
 */
export function writeKind(method: string, path: string): string | null {
  if (!writeMethods.has(method)) return null
  const parts = path.split('/').filter((part) => part !== '')
  const [namespace = '', version = '', ...rest] = parts
  const isCms = namespace === 'cms' || namespace === 'wp'
  const named = /^v\d+$/.test(version) ? rest : parts.slice(1)
  const resource = named.filter((part) => !isId(part)).join('/')
  const onOne = isId(named.at(-1) ?? '')
  const action = method === 'DELETE' ? 'delete' : onOne || method !== 'POST' ? 'update' : 'create'
  return `${isCms ? '' : `${namespace}/`}${resource}.${action}`
}

/** The sub-requests of a batch body, parsed or not; empty for other bodies. */
export function subRequestsOf(body: unknown): { method: string; path: string }[] {
  const parsed = typeof body === 'string' || Buffer.isBuffer(body) ? parseJson(body.toString()) : body
  if (!isObject(parsed) || !Array.isArray(parsed.requests)) return []
  const requests: unknown[] = parsed.requests
  return requests.filter(isObject).map(({ method, path }) => ({
    method: typeof method === 'string' ? method.toUpperCase() : 'POST',
    path: typeof path === 'string' ? (path.split('?', 1)[0] ?? '') : '',
  }))
}

/** A path with placeholders for ids, GTINs and file names, for counting by route: `/cms/v2/pages/:id`. */
export function patternOf(path: string): string {
  if (path.startsWith('/media/')) return `${path.slice(0, path.lastIndexOf('/'))}/:file`
  return path.replace(/\/\d{13}(?=\/|$)/g, '/:gtin').replace(/\/\d+(?=\/|$)/g, '/:id')
}

function isId(part: string): boolean {
  return /^\d+$/.test(part)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

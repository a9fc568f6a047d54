import { isMap, isScalar, toText } from '../php.ts'

export type Params = Record<string, unknown>

/** Parses a query as PHP does: `a[]=1&a[]=2`, `a[x]=1`, `+` for a space. The last of equal names wins. */
export function parseQuery(text: string): Params {
  if (text === '') return {}
  return toParams(
    text.split('&').map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    }),
  )
}

/** Name-value pairs as parameters. Names may end with `[]` or `[key]`. */
export function toParams(pairs: readonly (readonly [string, unknown])[]): Params {
  const params = emptyParams()
  let nested = false
  for (const [name, value] of pairs) {
    const open = name.indexOf('[')
    if (open > 0 && name.endsWith(']')) {
      nested = true
      putNested(params, [name.slice(0, open), ...name.slice(open + 1, -1).split('][')], value)
    } else if (name !== '') params[name] = value
  }
  if (nested) for (const key of Object.keys(params)) params[key] = toPlain(params[key])
  return { ...params }
}

/** Without a prototype, so that `__proto__[x]=1` cannot change the prototype of all objects. */
function emptyParams(): Params {
  return Object.create(null) as Params
}

function putNested(params: Params, path: readonly string[], value: unknown): void {
  let node = params
  for (const [depth, key] of path.entries()) {
    const slot = key === '' ? String(Object.keys(node).length) : key
    if (depth === path.length - 1) {
      node[slot] = value
      return
    }
    const inner = node[slot]
    const next = isMap(inner) ? inner : emptyParams()
    node[slot] = next
    node = next
  }
}

/** Maps with the keys 0, 1, 2 … become lists. */
function toPlain(value: unknown): unknown {
  if (!isMap(value)) return value
  const keys = Object.keys(value)
  if (keys.every((key, index) => key === String(index))) return Object.values(value).map(toPlain)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]))
}

/** Writes parameters as WordPress does in its links: lists as `name%5B0%5D=…`. */
export function buildQuery(params: Readonly<Params>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(params)) writeParam(parts, name, value)
  return parts.join('&')
}

function writeParam(parts: string[], name: string, value: unknown): void {
  if (isScalar(value)) {
    const text = encode(toText(value))
    parts.push(encode(name) + (text === '' ? '' : `=${text}`))
  } else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) writeParam(parts, `${name}[${key}]`, member)
}

/** As PHP's `urlencode`. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** Block delimiters: what the engine makes of them whenever content passes through its block parser. */

const delimiter =
  /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(\{(?:(?!\}\s+\/?-->)[\s\S])*\}\s+)?(\/)?-->/g

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:')
}

/** Content without its delimiters. */
export function stripDelimiters(content: string): string {
  return content.replace(delimiter, '').replace(/\n{3,}/g, '\n\n')
}

/**
 * Content after parsing and serialising: canonical attributes, `wp:core/x` as `wp:x`, empty blocks as void
 * ones, open blocks closed.
 */
export function normalizeBlocks(content: string): string {
  if (!hasBlocks(content)) return content
  const open: string[] = []
  const written = content.replace(delimiter, (...found: unknown[]) => {
    const [, closes, fullName, attributes, isVoid] = found.map((part) =>
      typeof part === 'string' ? part : '',
    )
    const name = (fullName ?? '').replace(/^core\//, '')
    if (closes === '/') {
      if (open.at(-1) === name) open.pop()
      return `<!-- /wp:${name} -->`
    }
    const json = writeAttributes(attributes ?? '')
    if (isVoid === '/') return `<!-- wp:${name} ${json}/-->`
    open.push(name)
    return `<!-- wp:${name} ${json}-->`
  })
  const closed =
    written +
    open
      .toReversed()
      .map((name) => `<!-- /wp:${name} -->`)
      .join('')
  return closed.includes('--><!-- /wp:') ? closed.replace(emptyBlock, '<!-- wp:$1 $2/-->') : closed
}

const emptyBlock = /<!-- wp:([\w/-]+) (\{[^\n]*?\} )?--><!-- \/wp:\1 -->/g

/** Most content is canonical already, and the same few attributes come again and again. */
const written = new Map<string, string>()

function writeAttributes(text: string): string {
  if (text === '') return ''
  const known = written.get(text)
  if (known !== undefined) return known
  const json = serialize(text)
  if (written.size > 2000) written.clear()
  written.set(text, json)
  return json
}

function serialize(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return ''
    return `${escapeJson(JSON.stringify(emptyMapsAsLists(value)))} `
  } catch {
    return text
  }
}

function escapeJson(json: string): string {
  return json
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022')
}

function emptyMapsAsLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptyMapsAsLists)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return members.length === 0
    ? []
    : Object.fromEntries(members.map(([key, member]) => [key, emptyMapsAsLists(member)]))
}

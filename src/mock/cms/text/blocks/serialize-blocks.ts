import { type Block, hasBlocks, parseBlocks } from './parse-blocks.ts'

/** Blocks as content: canonical attributes, `wp:core/x` as `wp:x`, empty blocks as void ones. */
export function serializeBlocks(blocks: readonly Block[]): string {
  return blocks.map(serializeBlock).join('')
}

function serializeBlock({ name, attributes, parts }: Block): string {
  const inner = parts.map((part) => (typeof part === 'string' ? part : serializeBlock(part))).join('')
  return name === undefined ? inner : delimited(name, writeAttributes(attributes), inner)
}

function delimited(name: string, attributes: string, inner: string): string {
  const short = name.replace(/^core\//, '')
  return inner === '' || inner === '0'
    ? `<!-- wp:${short} ${attributes}/-->`
    : `<!-- wp:${short} ${attributes}-->${inner}<!-- /wp:${short} -->`
}

const body = (content: string): string => delimited('post-content', '', content)

/**
 * Content as the engine shows it: read as the body of a post block and written again. What closes more than it opened
 * closes that block, so a stray closer comes out as the body's own.
 */
export function normalizeBlocks(content: string): string {
  if (hasBlocks(content)) return normalizeStoredBlocks(content)
  if (!/<!--\s+\/?wp:/.test(content)) return content
  const classic = delimited('freeform', '', content)
  return normalizeStoredBlocks(classic).replace(classic, () => content)
}

/** Content as an update stores it: as shown, but a closer before any block goes, with the block that it closed. */
export function normalizeStoredBlocks(content: string): string {
  if (content === '' || !/<!--\s+\/?wp:/.test(content)) return content
  const written = serializeBlocks(parseBlocks(body(content)))
  return written.slice(written.indexOf('-->') + 3, written.lastIndexOf('<!--'))
}

function writeAttributes(attributes: Block['attributes']): string {
  if (attributes === undefined || Object.keys(attributes).length === 0) return ''
  return `${escapeJson(JSON.stringify(asPhpArrays(attributes)))} `
}

function escapeJson(json: string): string {
  return json
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** Empty maps, and maps with the keys 0, 1, 2 …, are lists to PHP. */
function asPhpArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPhpArrays)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return members.every(([key], index) => key === String(index))
    ? members.map(([, member]) => asPhpArrays(member))
    : Object.fromEntries(members.map(([key, member]) => [key, asPhpArrays(member)]))
}

import { writeAttributes } from './attributes.ts'
import { type Block, hasBlocks, parseBlocks } from './parse-blocks.ts'

/** Serializes blocks: canonical attributes, `wp:core/x` as `wp:x`, blocks without content as void blocks. */
export function serializeBlocks(blocks: readonly Block[]): string {
  return blocks.map(serializeBlock).join('')
}

function serializeBlock({ name, json, parts }: Block): string {
  const inner = parts.map((part) => (typeof part === 'string' ? part : serializeBlock(part))).join('')
  return name === undefined ? inner : delimited(name, writeAttributes(json), inner)
}

function delimited(name: string, attributes: string, inner: string): string {
  const short = name.replace(/^core\//, '')
  return inner === '' || inner === '0'
    ? `<!-- wp:${short} ${attributes}/-->`
    : `<!-- wp:${short} ${attributes}-->${inner}<!-- /wp:${short} -->`
}

const body = (content: string): string => delimited('post-content', '', content)

/**
 * Content as WordPress returns it: parsed as the body of a post block and serialized again. A stray closer closes that
 * block and is therefore written as its closer.
 */
export function normalizeBlocks(content: string): string {
  if (hasBlocks(content)) return normalizeStoredBlocks(content)
  if (!/<!--\s+\/?wp:/.test(content)) return content
  const classic = delimited('freeform', '', content)
  return normalizeStoredBlocks(classic).replace(classic, () => content)
}

/** Content as an update stores it: as returned, but without a stray closer before the first block. */
export function normalizeStoredBlocks(content: string): string {
  if (content === '' || !/<!--\s+\/?wp:/.test(content)) return content
  const written = serializeBlocks(parseBlocks(body(content)))
  return written.slice(written.indexOf('-->') + 3, written.lastIndexOf('<!--'))
}

import { isMap } from '../../rest/php.ts'
import { readAttributes, writeAttributes } from './attributes.ts'
import { delimiters, hasBlocks } from './parse-blocks.ts'

/**
 * Filters the strings in block attributes. The delimiters of blocks with attributes are serialized again, with canonical
 * attributes and `wp:x` instead of `wp:core/x`. Other delimiters are not changed.
 */
export function filterBlockAttributes(content: string, filterText: (text: string) => string): string {
  if (!hasBlocks(content) && !/<!--\s+wp:/.test(content)) return content
  let written = ''
  let offset = 0
  for (const { kind, block, start, end } of delimiters(content)) {
    const attributes = kind === 'close' ? undefined : readAttributes(block.json)
    if (attributes === undefined || Object.keys(attributes).length === 0) continue
    const json = writeAttributes(JSON.stringify(filterValue(attributes, filterText)))
    const name = block.name?.replace(/^core\//, '')
    written += `${content.slice(offset, start)}<!-- wp:${name} ${json}${kind === 'void' ? '/' : ''}-->`
    offset = end
  }
  return written + content.slice(offset)
}

function filterValue(value: unknown, filterText: (text: string) => string): unknown {
  if (typeof value === 'string') return filterText(value)
  if (Array.isArray(value)) return value.map((item) => filterValue(item, filterText))
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [filterText(key), filterValue(member, filterText)]),
  )
}

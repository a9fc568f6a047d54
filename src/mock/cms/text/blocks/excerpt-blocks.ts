import { type Block, hasBlocks, parseBlocks } from './parse-blocks.ts'
import { renderBlock } from './render-blocks.ts'

const texts = new Set<string | undefined>([
  undefined,
  'core/freeform',
  'core/heading',
  'core/html',
  'core/list',
  'core/media-text',
  'core/paragraph',
  'core/preformatted',
  'core/pullquote',
  'core/quote',
  'core/table',
  'core/verse',
])
const wrappers = new Set<string | undefined>(['core/columns', 'core/column', 'core/group'])

/**
 * The blocks of an automatic excerpt, see `excerpt_remove_blocks`: text blocks, including those in groups and columns,
 * without deeper nesting.
 */
export function excerptBlocks(content: string): string {
  return hasBlocks(content) ? parseBlocks(content).map(excerptBlock).join('') : content
}

function excerptBlock(block: Block): string {
  const inner = innerBlocks(block)
  if (inner.length > 0 && wrappers.has(block.name)) return inner.map(innerExcerpt).join('')
  if (!texts.has(block.name) && !wrappers.has(block.name)) return ''
  return inner.every((one) => texts.has(one.name) && innerBlocks(one).length === 0) ? renderBlock(block) : ''
}

function innerExcerpt(block: Block): string {
  if (!texts.has(block.name) && !wrappers.has(block.name)) return ''
  const inner = innerBlocks(block)
  return inner.length === 0 ? renderBlock(block) : inner.map(innerExcerpt).join('')
}

const innerBlocks = ({ parts }: Block): readonly Block[] =>
  parts.filter((part): part is Block => typeof part !== 'string')

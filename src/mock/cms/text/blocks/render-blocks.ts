import { addClasses } from './classes.ts'
import { addLayout } from './layout.ts'
import { type Block, hasBlocks, parseBlocks } from './parse-blocks.ts'

/** Content without delimiters, with the classes that WordPress adds to static blocks. */
export function renderBlocks(content: string): string {
  return hasBlocks(content) ? parseBlocks(content).map(renderBlock).join('') : content
}

/** The visible markup of one block. Blocks without saved markup show nothing. */
export function renderBlock(block: Block): string {
  const inner = block.parts.map((part) => (typeof part === 'string' ? part : renderBlock(part))).join('')
  if (block.name === 'core/paragraph') return withClass(inner, 'wp-block-paragraph', /^p$/)
  if (block.name === 'core/heading') return withClass(inner, 'wp-block-heading', /^h[1-6]$/)
  if (block.name === 'core/list') return withClass(inner, 'wp-block-list', /^[ou]l$/)
  return addLayout(block, inner)
}

function withClass(html: string, name: string, tags: RegExp): string {
  return addClasses(html, [name], (tag) => tags.test(tag.name))
}

import { blockTokens, type BlockToken } from './block-tokens.ts'
import { sameFacts } from './visible-content.ts'

/** Blocks that every page consists of. An editor who adds another kind around them changes how they are shown. */
const plainBlocks = new Set(
  ['paragraph', 'heading', 'list', 'list-item', 'table', 'image', 'html', 'freeform'].map(
    (name) => `core/${name}`,
  ),
)

export function isPlainBlock(name: string): boolean {
  return plainBlocks.has(name)
}

/**
 * The markup without groups, columns and the like around other blocks, if `like` has none of their kind: presumably an
 * editor added them. Unchanged if this would alter the content.
 */
export function unwrapBlocks(markup: string, like: string): string {
  const known = new Set(blockTokens(like).map(({ name }) => name))
  const isAdded = ({ kind, name }: BlockToken): boolean =>
    kind !== 'void' && !isPlainBlock(name) && !known.has(name)
  let html = ''
  let at = 0
  let isOpened = false
  for (const token of blockTokens(markup)) {
    // The tags of such a block are between its delimiters and the next or previous ones.
    const isClosed = isAdded(token) && token.kind === 'close'
    if (!isOpened && !isClosed) html += markup.slice(at, token.start)
    if (!isAdded(token)) html += markup.slice(token.start, token.end)
    isOpened = isAdded(token) && token.kind === 'open'
    at = token.end
  }
  html += markup.slice(at)
  return sameFacts(html, markup) ? html : markup
}

import { blockTokens, type BlockToken } from './block-tokens.ts'
import { ownTokens } from './own-tokens.ts'
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
 * The markup without groups, columns and the like around other blocks, if they are not ours and `like` has none of their
 * kind: presumably an editor added them. Unchanged if this would alter the content.
 */
export function unwrapBlocks(markup: string, like: string): string {
  const known = new Set(
    blockTokens(like).flatMap((token) => (token.kind === 'close' ? [] : [containerKey(token)])),
  )
  const opened: boolean[] = []
  let html = ''
  let at = 0
  let isOpened = false
  for (const token of blockTokens(markup)) {
    const isOwn = token.kind === 'close' ? opened.pop() : isOurs(token, known, opened.at(-1))
    const isAdded = token.kind !== 'void' && isOwn === false
    if (token.kind === 'open') opened.push(!isAdded)
    // The tags of such a block are between its delimiters and the next or previous ones.
    const isClosed = isAdded && token.kind === 'close'
    if (!isOpened && !isClosed) html += markup.slice(at, token.start)
    if (!isAdded) html += markup.slice(token.start, token.end)
    isOpened = isAdded && token.kind === 'open'
    at = token.end
  }
  html += markup.slice(at)
  return sameFacts(html, markup) ? html : markup
}

/** `isInside`: the block around it is ours. A column belongs to its columns, and other containers of ours have tokens. */
function isOurs(token: BlockToken, known: ReadonlySet<string>, isInside: boolean | undefined): boolean {
  if (token.name === 'core/column') return isInside === true
  return isPlainBlock(token.name) || ownTokens(token.json).length > 0 || known.has(containerKey(token))
}

/** The kind of a block with our class tokens, which distinguish our own containers from those of an editor. */
function containerKey(token: BlockToken): string {
  return [token.name, ...ownTokens(token.json)].join(' ')
}

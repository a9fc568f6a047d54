import { attributesOf, blockTokens, type BlockToken } from './block-tokens.ts'

/** The markup without the blocks that the engine shows to no visitor. */
export function withoutHiddenBlocks(markup: string): string {
  let html = ''
  let at = 0
  /** Blocks that are open inside a hidden one, and itself. */
  let depth = 0
  for (const token of blockTokens(markup)) {
    if (depth === 0 && isHidden(token)) {
      html += markup.slice(at, token.start)
      at = token.end
      if (token.kind === 'open') depth = 1
    } else if (depth > 0 && token.kind !== 'void') {
      depth += token.kind === 'open' ? 1 : -1
      at = token.end
    }
  }
  return depth === 0 ? html + markup.slice(at) : html
}

function isHidden(token: BlockToken): boolean {
  const metadata: unknown = attributesOf(token)?.['metadata']
  return Reflect.get(Object(metadata), 'blockVisibility') === false
}

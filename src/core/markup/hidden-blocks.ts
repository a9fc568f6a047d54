import { attributesOf, blockTokens, type BlockToken } from './block-tokens.ts'
import { rewritePlace } from './rewrite-place.ts'

const hiding = '<!-- wp:group {"metadata":{"blockVisibility":false}} -->'

/** The markup without the blocks that the CMS hides from all visitors. */
export function withoutHiddenBlocks(markup: string): string {
  let html = ''
  let at = 0
  /** The number of open blocks inside a hidden one, including itself. */
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

/** A hidden version of a block; undefined if the markup does not start with a block. */
export function hideBlock(markup: string): string | undefined {
  const [token] = blockTokens(markup)
  if (token?.start !== 0) return undefined
  const edits = [{ name: 'metadata', after: '' }]
  const delimiter = rewritePlace(markup.slice(0, token.end), { from: hiding, edits, addresses: {} })
  return delimiter + markup.slice(token.end)
}

function isHidden(token: BlockToken): boolean {
  const metadata: unknown = attributesOf(token)?.['metadata']
  return Reflect.get(Object(metadata), 'blockVisibility') === false
}

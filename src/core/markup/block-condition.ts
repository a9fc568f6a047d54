import { factsOf } from './visible-content.ts'
import { innerOf, type BlockSearch } from './find-block.ts'
import { attributesOf, blockTokens } from './block-tokens.ts'

/** The condition of the mirrored block as a whole. */
export type BlockCondition = 'ok' | 'unlocked' | 'emptied' | 'missing' | 'duplicate' | 'broken'

/** The condition of a record’s block on a page; a block that was always empty is not `emptied`. */
export function blockCondition(content: string, found: BlockSearch, baseInner: string): BlockCondition {
  if (found.state !== 'ok') return found.state
  const hasContent = (markup: string): boolean => factsOf(markup).length > 0
  if (!hasContent(innerOf(content, found)) && hasContent(baseInner)) return 'emptied'
  const [open] = blockTokens(content.slice(found.start, found.innerStart))
  const attributes = Object(open && attributesOf(open))
  return 'lock' in attributes || 'templateLock' in attributes ? 'ok' : 'unlocked'
}

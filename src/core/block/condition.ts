import { factsOf } from '../facts.ts'
import type { RecordKey } from '../record.ts'
import { findBlock, innerOf } from './find.ts'
import { attributesOf, blockTokens } from './tokens.ts'

/** What an editor made of the mirrored block as a whole. */
export type BlockCondition = 'ok' | 'unlocked' | 'emptied' | 'missing' | 'duplicate' | 'broken'

/** In which condition a page holds a record's block; one that never said anything is not `emptied`. */
export function blockCondition(key: RecordKey, content: string, baseInner: string): BlockCondition {
  const found = findBlock(content, key)
  if (found.state !== 'ok') return found.state
  const says = (markup: string): boolean => factsOf(markup).length > 0
  if (!says(innerOf(content, found)) && says(baseInner)) return 'emptied'
  const [open] = blockTokens(content.slice(found.start, found.innerStart))
  const attributes = Object(open && attributesOf(open))
  return 'lock' in attributes || 'templateLock' in attributes ? 'ok' : 'unlocked'
}

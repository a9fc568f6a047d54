import { factsOf } from './visible-content.ts'
import type { RecordKey } from '../record/record.ts'
import { findBlock, innerOf, type BlockSearch } from './find-block.ts'
import { attributesOf, blockTokens } from './block-tokens.ts'

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

/** What is the matter with a record's block in its page, and what to do about it; undefined: nothing. */
export function blockFault(found: BlockSearch): string | undefined {
  switch (found.state) {
    case 'ok':
      return undefined
    case 'missing':
      return 'its mirrored block was removed, so nothing in the text is kept up to date; the page’s revisions in the CMS still have it'
    case 'duplicate':
      return `it holds ${found.count} mirrored blocks of this record, so none of them is kept up to date; remove all but one in the editor`
    case 'broken':
      return `its mirrored block is broken (${found.reason}), so it is not kept up to date; the page’s revisions in the CMS have it whole`
  }
}

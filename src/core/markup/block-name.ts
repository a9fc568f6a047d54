import { attributesOf, blockTokens } from './block-tokens.ts'
import { blockName, canonicalBlockJson } from './wrap-block.ts'

/**
 * The delimiter and opening tag of a mirrored block with our name for it, if it has no `metadata`. All other bytes stay
 * as they are.
 */
export function withName(head: string): string {
  const [open] = blockTokens(head)
  if (open === undefined || 'metadata' in Object(attributesOf(open))) return head
  const metadata = canonicalBlockJson({ metadata: { name: blockName } }).slice(1, -1)
  const json = open.json.replace(/"className"\s*:/, (key) => `${metadata},${key}`)
  const named = attributesOf({ ...open, json })
  // The text of another attribute may contain the same characters.
  return 'metadata' in Object(named) ? head.replace(open.json, () => json) : head
}

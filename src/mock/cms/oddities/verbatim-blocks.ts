import { normalizeBlocks, normalizeStoredBlocks } from '../text/blocks/serialize-blocks.ts'
import type { Oddities } from './oddities.ts'

type Setting = { oddities: Oddities }

/** Content with its blocks serialized again, as WordPress 7 returns it, or unchanged. */
export function shownBlocks({ oddities }: Setting, content: string): string {
  return oddities.has('verbatim-blocks') ? content : normalizeBlocks(content)
}

/** Content as an update stores it. */
export function storedBlocks({ oddities }: Setting, content: string): string {
  return oddities.has('verbatim-blocks') ? content : normalizeStoredBlocks(content)
}

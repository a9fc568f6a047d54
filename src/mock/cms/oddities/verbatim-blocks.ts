import { normalizeBlocks } from '../text/blocks.ts'
import type { Oddities } from './oddities.ts'

/** Content with its block attributes rewritten, as the engine does, or as it stands. */
export function keptBlocks({ oddities }: { oddities: Oddities }, content: string): string {
  return oddities.has('verbatim-blocks') ? content : normalizeBlocks(content)
}

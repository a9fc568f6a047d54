import { findBlock, innerOf, type BlockSearch } from '../markup/find-block.ts'
import { digestsIn, type TextDigests } from '../merge/text-digests.ts'
import type { Page } from '../record/page.ts'
import type { RecordKey } from '../record/record.ts'

/** A version of a page, and a record's mirrored block in it; `inner` is the markup inside the block. */
export type MirroredPage<P = Page> = {
  key: RecordKey
  page: P
  block: BlockSearch
  inner: string | undefined
}

/** Finds a record's mirrored block on a page. Only this function searches for it. */
export function readPage<P extends { content: string }>(key: RecordKey, page: P): MirroredPage<P> {
  const block = findBlock(page.content, key)
  return { key, page, block, inner: block.state === 'ok' ? innerOf(page.content, block) : undefined }
}

/** The digests in the mirrored block; also undefined unless there is exactly one block. */
export function digestsOn({ page, block }: MirroredPage<{ content: string }>): TextDigests | undefined {
  return block.state === 'ok' ? digestsIn(page.content, block) : undefined
}

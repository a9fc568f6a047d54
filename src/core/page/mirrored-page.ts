import { findBlock, innerOf, type BlockSearch } from '../markup/find-block.ts'
import { digestsIn, type TextDigests } from '../merge/text-digests.ts'
import type { Page } from '../record/page.ts'
import type { RecordKey } from '../record/record.ts'

/** A version of a page, and a record's mirrored block in it; `inner` is the markup inside the block. */
export type MirroredPage<P = Page> = {
  readonly key: RecordKey
  readonly page: P
  readonly block: BlockSearch
  readonly inner: string | undefined
}

/** A page of a record. Only this function searches for the block, once, when it is first needed. */
export function readPage<P extends { content: string }>(key: RecordKey, page: P): MirroredPage<P> {
  let found: BlockSearch | undefined
  return {
    key,
    page,
    get block() {
      return (found ??= findBlock(page.content, key))
    },
    get inner() {
      return this.block.state === 'ok' ? innerOf(page.content, this.block) : undefined
    },
  }
}

/** The digests in the mirrored block; also undefined unless there is exactly one block. */
export function digestsOn({ page, block }: MirroredPage<{ content: string }>): TextDigests | undefined {
  return block.state === 'ok' ? digestsIn(page.content, block) : undefined
}

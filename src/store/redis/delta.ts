import { deflateSync, inflateSync } from 'node:zlib'
import { reasonOf } from '../../lib/errors.ts'
import { DamagedError, type StoredPlace } from '../../lib/stored-errors.ts'

// Two versions of a page differ in a few words: compressed against one, the other takes a tenth of its bytes.

/** A text compressed with another document as its dictionary; `unpackDelta` needs the very same document. */
export function packDelta(text: string, other: unknown): Buffer {
  return deflateSync(text, { dictionary: dictionaryOf(other) })
}

/** The text that `packDelta` was given; undefined when the other document has changed. */
export function unpackDelta(bytes: Buffer, other: unknown, place: StoredPlace): string | undefined {
  try {
    return inflateSync(bytes, { dictionary: dictionaryOf(other) }).toString('utf8')
  } catch (error) {
    // The bytes hold the dictionary's checksum.
    if (error instanceof Error && 'code' in error && error.code === 'Z_NEED_DICT') return undefined
    throw new DamagedError([{ shape: 'undo entry', place, reason: reasonOf(error) }])
  }
}

/** Never empty: zlib ignores an empty dictionary. */
function dictionaryOf(other: unknown): Buffer {
  return Buffer.from(JSON.stringify(other ?? null))
}

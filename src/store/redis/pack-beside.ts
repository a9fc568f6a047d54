import { deflateSync, inflateSync } from 'node:zlib'
import { reasonOf } from '../../lib/errors.ts'
import { DamagedError, type StoredPlace } from '../../lib/stored-errors.ts'

// Two versions of a page differ in a few words: with the one at hand the other takes a tenth of its bytes.

/** A text compressed with another document as its dictionary; only `unpackWith` the very same one makes sense of it. */
export function packWith(text: string, other: unknown): Buffer {
  return deflateSync(text, { dictionary: dictionaryOf(other) })
}

/** What `packWith` was given; undefined when the other document is not the same any more. */
export function unpackWith(bytes: Buffer, other: unknown, place: StoredPlace): string | undefined {
  try {
    return inflateSync(bytes, { dictionary: dictionaryOf(other) }).toString('utf8')
  } catch (error) {
    // The dictionary's checksum stands in the bytes.
    if (error instanceof Error && 'code' in error && error.code === 'Z_NEED_DICT') return undefined
    throw new DamagedError([{ shape: 'undo entry', place, reason: reasonOf(error) }])
  }
}

/** Never empty: zlib takes an empty one for none. */
function dictionaryOf(other: unknown): Buffer {
  return Buffer.from(JSON.stringify(other ?? null))
}

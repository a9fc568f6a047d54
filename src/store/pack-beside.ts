import { deflateSync, inflateSync } from 'node:zlib'

// Two versions of a page differ in a few words: with the one at hand the other takes a tenth of its bytes.

/** JSON compressed with another document as its dictionary; only `unpackBeside` the very same one makes sense of it. */
export function packBeside(value: unknown, other: unknown): Buffer {
  return deflateSync(JSON.stringify(value), { dictionary: dictionaryOf(other) })
}

/** What `packBeside` was given; undefined when the other document is not the same any more. */
export function unpackBeside(bytes: Buffer, other: unknown): unknown {
  try {
    return JSON.parse(inflateSync(bytes, { dictionary: dictionaryOf(other) }).toString('utf8'))
  } catch (error) {
    // The dictionary's checksum stands in the bytes.
    if (error instanceof Error && 'code' in error && error.code === 'Z_NEED_DICT') return undefined
    throw error
  }
}

/** Never empty: zlib takes an empty one for none. */
function dictionaryOf(other: unknown): Buffer {
  return Buffer.from(JSON.stringify(other ?? null))
}

import { isUtf8 } from 'node:buffer'

/** Text of unknown encoding: UTF-8 where the bytes are that, else Latin-1. */
export function fromBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

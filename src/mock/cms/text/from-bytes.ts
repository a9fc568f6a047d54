import { isUtf8 } from 'node:buffer'

/** Decodes text of unknown encoding: UTF-8 if it is valid, else Latin-1. */
export function fromBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

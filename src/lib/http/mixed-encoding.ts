import { isUtf8 } from 'node:buffer'

const windows1252 = new TextDecoder('windows-1252')

/** Converts UTF-8 with single bytes of Windows-1252, as joined from several sources, to UTF-8. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let kept = 0
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    parts.push(bytes.subarray(kept, at), Buffer.from(windows1252.decode(bytes.subarray(at, at + 1))))
    at++
    kept = at
  }
  return Buffer.concat([...parts, bytes.subarray(kept)])
}

/** The length of the UTF-8 character that starts there; 0: none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const found = bytes.subarray(at, at + length)
  return found.length === length && isUtf8(found) ? length : 0
}

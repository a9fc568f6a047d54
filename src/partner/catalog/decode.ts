import { startsWith } from './read-bytes.ts'

/** The encodings that spreadsheets and shops export. */
export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252'

/** Enough bytes to see whether every other one is zero. */
const sampled = 400

/**
 * Decodes a catalogue by its byte order mark, by the zeros of UTF-16, or as UTF-8; invalid UTF-8 is read as
 * Windows-1252. Digits are the same bytes in both.
 */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xff, 0xfe])) return 'UTF-16LE'
  if (startsWith(bytes, [0xfe, 0xff])) return 'UTF-16BE'
  const zeros = [0, 0]
  for (const [index, byte] of bytes.subarray(0, sampled).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = Math.min(bytes.length, sampled) / 4
  if (odd > many && even === 0) return 'UTF-16LE'
  if (even > many && odd === 0) return 'UTF-16BE'
  try {
    new TextDecoder('UTF-8', { fatal: true }).decode(bytes)
    return 'UTF-8'
  } catch {
    return 'Windows-1252'
  }
}

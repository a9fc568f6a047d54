import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { quote } from '../text/quote.ts'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify(gunzip)
const unwrapped: Decode = promisify(inflateRaw)
const wrapped: Decode = promisify(inflate)

const decoders: Readonly<Record<string, Decode>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // Some servers send raw deflate data, without the zlib header that the standard requires.
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? wrapped : unwrapped)(bytes, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/**
 * Unpacks a body that the server compressed, although no request accepts that. `oversized`: the result has
 * more than `maxBytes`.
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<{ ok: true; bytes: Uint8Array } | { ok: false; reason: string } | 'oversized'> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
  const [encoding, ...others] = encodings
  if (encoding === undefined || bytes.length === 0) return { ok: true, bytes }
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  const name = `"${quote(encodings.join(', '), 40)}"`
  if (decode === undefined || others.length > 0)
    return { ok: false, reason: `its body has the Content-Encoding ${name}, which was not requested` }
  try {
    return { ok: true, bytes: await decode(bytes, { maxOutputLength: maxBytes }) }
  } catch (error) {
    if (error instanceof RangeError) return 'oversized'
    return { ok: false, reason: `its body is damaged, or is not ${encoding} as its Content-Encoding claims` }
  }
}

import { hash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'

/** SHA-256 (base64url) of the canonical JSON of a value, which does not depend on the order of keys. */
export function digestOf(value: unknown): string {
  return hash('sha256', stringify(value) ?? 'undefined', 'base64url')
}

/** The first 32 bits of the digest of a value as eight hexadecimal digits, short enough for a class token. */
export function shortDigestOf(value: unknown): string {
  return shortDigest(digestOf(value))
}

export function shortDigest(digest: string): string {
  return Buffer.from(digest, 'base64url').subarray(0, 4).toString('hex')
}

import { createHash } from 'node:crypto'
import { ownValidator } from '../record/own-validator.ts'

/** To be raised when the same response is read differently: responses that were read before are then read once more. */
export const readerVersion = 1

/** SHA-256 in base64url has 43 characters. */
const digestChars = 22

/**
 * Identifies the bytes of a response that was read by this version of the reader. `address`: the partner's base URL, which
 * decides how the addresses of files are read.
 */
export function validatorOfBytes(bytes: Uint8Array, address: string): string {
  const digest = createHash('sha256').update(`${readerVersion} ${address} `).update(bytes)
  return ownValidator(digest.digest('base64url').slice(0, digestChars))
}

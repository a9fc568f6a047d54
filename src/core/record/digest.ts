import { hash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'

/** SHA-256 (base64url) of the canonical JSON of a value: equal for equal values whatever the order of their keys. */
export function digestOf(value: unknown): string {
  return hash('sha256', stringify(value) ?? 'undefined', 'base64url')
}

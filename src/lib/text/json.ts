import { hideSecrets } from './secrets.ts'

/**
 * Characters that JSON allows but terminals and readers act on: C1 controls, line separators, marks that
 * change the order.
 */
const active = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * A value as JSON for a program, a file or a log: without secrets, and with every control character escaped.
 */
export function toJson(value: unknown): string {
  return escapeControls(
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'string' ? hideSecrets(member) : member,
    ),
  )
}

/** Escapes every control character in JSON text; its value is unchanged. */
export function escapeControls(json: string): string {
  return json.replace(active, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

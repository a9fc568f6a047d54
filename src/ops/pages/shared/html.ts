import { hideSecrets } from '../../../lib/text/secrets.ts'

/** Characters that HTML forbids, and marks that change the order of the text beyond their end. */
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a value for an HTML element or a quoted attribute; every `<%= %>` of a view uses it. */
export function toHtml(value: unknown): string {
  return hideSecrets(String(value).toWellFormed())
    .replace(unwanted, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

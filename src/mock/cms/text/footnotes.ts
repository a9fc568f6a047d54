import { isEmpty, isMap, isScalar, toText } from '../rest/php.ts'
import { filterMarkup } from './kses.ts'

/** Footnotes, a JSON list of `{ id, content }`, as stored for users without `unfiltered_html`; "" for other values. */
export function filterFootnotes(text: string): string {
  const notes = parse(text)
  if (typeof notes !== 'object' || notes === null) return ''
  const kept = Object.values(notes).flatMap((note: unknown) => {
    if (!isMap(note) || isEmpty(note['id']) || isEmpty(note['content'])) return []
    return [
      {
        id: plain(note['id'])
          .toLowerCase()
          .replace(/[^a-z0-9_-]/g, ''),
        content: filterMarkup(plain(note['content'])),
      },
    ]
  })
  return JSON.stringify(kept)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const plain = (value: unknown): string => (isScalar(value) ? toText(value) : '')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { headerOf, type Response } from './send.ts'
import { plainWords } from './plain-words.ts'

/** `before`: what stands before the JSON, as plain words. */
export type Stray = { before: string; json: Uint8Array }

const [brace, bracket] = [0x7b, 0x5b]
/** Warnings of a plug-in take some lines. */
const longestStray = 65_536
/** Characters of all attempts to find where the JSON begins, after the first one. */
const mostParsed = 4_000_000

/** Finds whole JSON behind other text in a response; undefined if there is none, or nothing stands before it. */
export function findStray({ bytes }: Pick<Response, 'bytes'>): Stray | undefined {
  if (bytes[0] === brace || bytes[0] === bracket) return undefined
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const wanted = text.trimEnd().at(-1) === ']' ? '[' : '{'
  // Beginnings of JSON. A warning may have brackets too, so what follows must be whole.
  const beginnings = text.slice(0, longestStray).matchAll(/\{(?=\s*["}])|\[(?=\s*[[{\]"\d-])/g)
  let parsed = 0
  for (const { 0: opening, index } of beginnings) {
    const before = text.slice(0, index)
    if (opening !== wanted || isInsideJson(before)) continue
    const json = text.slice(index)
    if (parsed > 0 && parsed + json.length > mostParsed) return undefined
    parsed += json.length
    if (!isJson(json)) continue
    return before.trim() === '' && !before.includes('\uFEFF')
      ? undefined
      : { before: wordsOf(before), json: new TextEncoder().encode(json) }
  }
  return undefined
}

/** JSON that was cut may end with a whole part of it. */
function isInsideJson(before: string): boolean {
  return /[[{:,]\s*$/.test(before.slice(-100))
}

/** Whether the server says that its response is JSON: PHP cannot say so once it has sent other text. */
export function claimsJson(response: Response): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/i.test(headerOf(response, 'content-type') ?? '')
}

function wordsOf(before: string): string {
  const words = plainWords(before.replaceAll('\uFEFF', ''))
  return words === '' ? 'a byte order mark' : words
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

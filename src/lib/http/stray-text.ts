import { headerOf, type Response } from './send.ts'
import { plainWords } from './plain-words.ts'

/** `said`: the text and where it stands, `“Notice: x” before its JSON`. */
export type Stray = { said: string; json: Uint8Array }

const [brace, bracket] = [0x7b, 0x5b]
/** Warnings of a plug-in take some lines. */
const longestStray = 65_536
/** Characters of all attempts to find where the JSON begins, after the first one. */
const mostParsed = 4_000_000

const [blank, closeBrace, closeBracket] = [0x20, 0x7d, 0x5d]

/** Finds whole JSON behind or before other text in a response; undefined if there is none, or it is alone. */
export function findStray({ bytes }: Pick<Response, 'bytes'>): Stray | undefined {
  if (bytes[0] === brace || bytes[0] === bracket) return endsAsJson(bytes) ? undefined : findAfter(bytes)
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
      : { said: `“${wordsOf(before)}” before its JSON`, json: new TextEncoder().encode(json) }
  }
  return undefined
}

function endsAsJson(bytes: Uint8Array): boolean {
  const last = bytes.findLast((byte) => byte > blank)
  return last === closeBrace || last === closeBracket
}

/** What follows must not be a part of JSON: then a response was cut, or two of them were joined. */
function findAfter(bytes: Uint8Array): Stray | undefined {
  const text = new TextDecoder().decode(bytes)
  const end = endOfJson(text)
  const json = text.slice(0, end)
  const after = text.slice(end)
  if (end === 0 || /^\s*[[{"\]},:]/.test(after) || !isJson(json)) return undefined
  return { said: `“${wordsOf(after)}” after its JSON`, json: new TextEncoder().encode(json) }
}

/** Where the list or object that begins a text ends; 0 if it does not. */
function endOfJson(text: string): number {
  let depth = 0
  const marks = /["[\]{}]/g
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const end = endOfString(text, mark.index + 1)
      if (end === 0) return 0
      marks.lastIndex = end
    } else depth += mark[0] === '[' || mark[0] === '{' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return 0
}

/** Behind the quote that closes a string; 0 if it is open. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (quote - slashes > start && text[quote - slashes - 1] === '\\') slashes++
    if (slashes % 2 === 0) return quote + 1
  }
  return 0
}

/** JSON that was cut may end with a whole part of it. */
function isInsideJson(before: string): boolean {
  return /[[{:,]\s*$/.test(before.slice(-100))
}

/** Whether the server says that its response is JSON: PHP cannot say so once it has sent other text. */
export function claimsJson(response: Response): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/i.test(headerOf(response, 'content-type') ?? '')
}

/** A cache signs with a comment, which is no word of a page. */
function wordsOf(stray: string): string {
  const text = stray.replaceAll('\uFEFF', '')
  const words = plainWords(text) || plainWords(text.replaceAll(/<!--|-->/g, ' '))
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

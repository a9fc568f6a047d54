import { headerOf, type Response } from './send.ts'
import { plainWords } from './plain-words.ts'

/**
 * `words`: the text around the JSON, as plain words. Without `json`, it is not certain which part is the
 * response.
 */
export type Stray = { words: string; place: 'before' | 'after'; json: Uint8Array | undefined }

const [brace, bracket, closedBrace, closedBracket, quote, backslash] = [0x7b, 0x5b, 0x7d, 0x5d, 0x22, 0x5c]
/** Warnings of a plug-in take some lines. */
const longestStray = 65_536
/** The most characters of all attempts after the first to find the start of the JSON. */
const mostParsed = 4_000_000

/**
 * Finds complete JSON with other text before or after it in a response; undefined if there is none, or only
 * blanks surround it.
 */
export function findStray({ bytes }: Pick<Response, 'bytes'>): Stray | undefined {
  if (isBare(bytes)) return undefined
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return findBefore(text) ?? findAfter(text)
}

/** Whether a body starts and ends as JSON does; nearly all do. */
function isBare(bytes: Uint8Array): boolean {
  if (bytes[0] !== brace && bytes[0] !== bracket) return false
  let last = bytes.length - 1
  while (isBlank(bytes[last])) last--
  return bytes[last] === (bytes[0] === brace ? closedBrace : closedBracket)
}

function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** JSON up to the end of the text. */
function findBefore(text: string): Stray | undefined {
  const wanted = text.trimEnd().at(-1) === ']' ? '[' : '{'
  // Possible starts of JSON. A warning may contain brackets, too, so the rest must be complete JSON.
  const beginnings = text.slice(0, longestStray).matchAll(/\{(?=\s*["}])|\[(?=\s*[[{\]"\d-])/g)
  let parsed = 0
  for (const { 0: opening, index } of beginnings) {
    const before = text.slice(0, index)
    if (opening !== wanted || isInsideJson(before)) continue
    const json = text.slice(index)
    if (parsed > 0 && parsed + json.length > mostParsed) return undefined
    parsed += json.length
    if (!isJson(json)) continue
    // Another response precedes it.
    if (startsWithJson(before)) return undefined
    return before.trim() === '' && !before.includes('\uFEFF')
      ? undefined
      : { words: wordsOf(before), place: 'before', json: new TextEncoder().encode(json) }
  }
  return undefined
}

/** JSON with text after it, and perhaps before it. */
function findAfter(text: string): Stray | undefined {
  let scanned = 0
  for (const { index } of text.slice(0, longestStray).matchAll(/\{(?=\s*["}])|\[(?=\s*[[{\]])/g)) {
    const before = text.slice(0, index)
    const isFirst = /^[\s\uFEFF]*$/.test(before)
    if (isInsideJson(before) || (scanned > 0 && scanned + text.length > mostParsed)) return undefined
    // A web page may contain JSON, too.
    if (!isFirst && /<(?:!doctype|html|script)\b/i.test(before)) return undefined
    scanned += text.length
    const end = endOfValue(text, index)
    if (end === undefined || (!isFirst && end - index === 2)) continue
    const json = text.slice(index, end)
    const after = text.slice(end)
    if (after.length > longestStray || !isJson(json)) continue
    if (isFirst && after.trim() === '') return undefined
    const isCertain = !/\{\s*"|\[\s*[{[]/.test(after.replaceAll(/<!--.*?-->|<script\b.*?<\/script>/gis, ''))
    const words = wordsOf(isFirst ? after : before)
    if (!isCertain) return isFirst ? { words, place: 'after', json: undefined } : undefined
    return { words, place: isFirst ? 'after' : 'before', json: new TextEncoder().encode(json) }
  }
  return undefined
}

function startsWithJson(text: string): boolean {
  const from = /^[\s\uFEFF]*/.exec(text)?.[0].length ?? 0
  const end = endOfValue(text, from)
  // An empty list may be part of a dump.
  return end !== undefined && end - from > 2 && isJson(text.slice(from, end))
}

/** The end of the object or list that starts at an index. */
function endOfValue(text: string, from: number): number | undefined {
  const first = text.charCodeAt(from)
  if (first !== brace && first !== bracket) return undefined
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at++
      while (at < text.length && text.charCodeAt(at) !== quote)
        at += text.charCodeAt(at) === backslash ? 2 : 1
    } else if (code === brace || code === bracket) depth++
    else if (code === closedBrace || code === closedBracket) {
      if (--depth === 0) return at + 1
    }
  }
  return undefined
}

/** Truncated JSON may contain a complete inner value. */
function isInsideJson(before: string): boolean {
  return /[[{:,]\s*$/.test(before.slice(-100))
}

/** Whether the server declares its response as JSON, which PHP cannot do after it has sent other text. */
export function claimsJson(response: Response): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/i.test(headerOf(response, 'content-type') ?? '')
}

/** Caches add a comment, which plain words omit. */
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

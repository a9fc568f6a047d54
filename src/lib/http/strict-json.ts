import { toJson } from '../text/json.ts'
import { isUtf8 } from 'node:buffer'

/** A JSON value, an error that JSON.parse accepts (as a clause about the text), or not JSON. */
export type StrictJson =
  | { state: 'value'; value: unknown }
  | { state: 'faulty'; fault: string }
  | { state: 'none' }

/** Longer than any decimal of a product, and than the digits of any number type. */
const longestNumber = 100

/** A product has three levels. */
const deepest = 50

const decoder = new TextDecoder()

/**
 * Parses JSON, and refuses JSON that JSON.parse would change silently: it drops the first of two fields with
 * one name, replaces invalid characters and rounds very long numbers. A byte order mark is ignored.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  const text = decoder.decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const word = findWord(text)
    return word === undefined ? { state: 'none' } : { state: 'faulty', fault: word }
  }
  const fault = isUtf8(bytes)
    ? mayHaveFault(text, value)
      ? findFault(text)
      : undefined
    : `is not valid UTF-8${near(text, text.indexOf('\uFFFD'))}`
  return fault === undefined ? { state: 'value', value } : { state: 'faulty', fault }
}

const words = /(?<![\w.])(?:-?(?:NaN|Infinity)|undefined|None|True|False)(?![\w.])/g

/**
 * The first word that some programs write in place of a number or null, if the text is JSON apart from such
 * words.
 */
function findWord(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || text.search(words) < 0) return undefined
  const parts: string[] = []
  let found: string | undefined
  let latest = ''
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const between = text.slice(at, quote < 0 ? text.length : quote)
    const [word] = between.match(words) ?? []
    if (word !== undefined) found ??= `has ${word}${inField(latest)}, which is not JSON`
    parts.push(between.replace(words, 'null'))
    if (quote < 0) break
    const close = endOfString(text, quote)
    if (close < 0) return undefined
    latest = text.slice(quote + 1, close)
    parts.push(text.slice(quote, close + 1))
    at = close + 1
  }
  return isJson(parts.join('')) ? found : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const colon = 0x3a
const backslash = 0x5c

/**
 * A quick check, because nearly all JSON is sound. If two fields share a name, the value has fewer fields
 * than the text.
 */
function mayHaveFault(text: string, value: unknown): boolean {
  if (text.includes('\\ud') || text.includes('\\uD')) return true
  let members = 0
  for (let at = 0; ;) {
    const quote = text.indexOf('"', at)
    if ((quote < 0 ? text.length : quote) - at > longestNumber) return true
    if (quote < 0) return members !== countMembers(value)
    at = endOfString(text, quote) + 1
    if (isFollowedByColon(text, at)) members++
  }
}

/**
 * Not recursive, because a value may be nested deeper than the call stack allows. NaN if it is nested too
 * deep.
 */
function countMembers(value: unknown): number {
  let members = 0
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return Number.NaN
    const inner: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      const values: unknown[] = Object.values(one)
      if (!Array.isArray(one)) members += values.length
      for (const next of values) if (typeof next === 'object') inner.push(next)
    }
    level = inner
  }
  return members
}

/** Walks valid JSON from one string to the next. */
function findFault(text: string): string | undefined {
  // The field names of each open object; undefined for a list.
  const open: (Set<string> | undefined)[] = []
  let latest = ''
  let digits = 0
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if (isNumeric(code)) {
        if (++digits > longestNumber)
          return `has a number of more than ${longestNumber} characters${inField(latest)}`
        continue
      }
      digits = 0
      if (code === openObject) open.push(new Set())
      else if (code === openList) open.push(undefined)
      if (open.length > deepest) return `is nested deeper than ${deepest} levels${inField(latest)}`
      if (code === closeObject || code === closeList) open.pop()
    }
    if (quote < 0) return undefined
    const close = endOfString(text, quote)
    const raw = text.slice(quote + 1, close)
    at = close + 1
    if (raw.includes('\\') && !unescaped(raw).isWellFormed())
      return `has half a character (${/\\u[dD][89a-fA-F]../.exec(raw)?.[0]})${inField(latest)}`
    if (!isFollowedByColon(text, at)) continue
    const name = unescaped(raw)
    const names = open.at(-1)
    if (names?.has(name)) return `has the field ${shown(name)} twice`
    names?.add(name)
    latest = name
  }
  return undefined
}

function isNumeric(code: number): boolean {
  // Digits, and . + - e E.
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x2d ||
    (code | 0x20) === 0x65
  )
}

function endOfString(text: string, quote: number): number {
  for (let close = text.indexOf('"', quote + 1); ; close = text.indexOf('"', close + 1)) {
    let escapes = 0
    while (text.charCodeAt(close - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return close
  }
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === colon
}

function unescaped(raw: string): string {
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
}

function inField(name: string): string {
  return name === '' ? '' : ` in ${shown(name)}`
}

function shown(name: string): string {
  return toJson(name.slice(0, 60))
}

function near(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 20), at).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
  return before === '' ? '' : ` after “${before}”`
}

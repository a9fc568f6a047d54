import { hash } from 'node:crypto'
import type { Handler } from 'htmlparser2'
import { boundedParser } from './bounded-parser.ts'
import { createFactReader, type AddressOf, type Fact } from './fact-reader.ts'
import { scanOwnMarkup } from './own-markup.ts'

/** Markup nested deeper than this, which no page has, is compared by its spelling. */
const mostDepth = 1_000

/**
 * The visible content of markup, in order, without the parts that the CMS, its HTML filter or its editors rewrite
 * automatically: entity spelling, white space, ` />`, classes, ids, rel, hreflang, attribute order, block comments.
 * `dataOf` is the value of JSON-LD, by default a digest.
 */
export function factsOf(
  innerMarkup: string,
  addressOf?: AddressOf,
  dataOf?: (json: string) => string,
): Fact[] {
  const { events, addUnread, end } = createFactReader(addressOf, dataOf)
  const { onopentag, ontext, onclosetag } = events
  const oncomment = (data: string): void =>
    events.oncomment(data, { start: parser.startIndex, end: parser.endIndex + 1 })
  const handler = { onopentag, ontext, onclosetag, oncomment }
  const parser = boundedParser(handler, mostDepth, (rest) => addUnread(innerMarkup.slice(rest)))
  parser.end(innerMarkup)
  return end()
}

/** The same for markup that the renderer made, in half the time: only unusual markup is parsed. */
export function ownFactsOf(innerMarkup: string): Fact[] {
  const { events, end } = createFactReader()
  return scanOwnMarkup(innerMarkup, events) ? end() : factsOf(innerMarkup)
}

/** Whether two pieces of markup have the same visible content. */
export function sameFacts(a: string, b: string): boolean {
  if (a === b) return true
  const [left, right] = [factsOf(a), factsOf(b)]
  return (
    left.length === right.length &&
    left.every((fact, at) => fact.kind === right[at]?.kind && fact.value === right[at].value)
  )
}

/** A digest of the visible content of markup. */
export function factsDigest(innerMarkup: string): string {
  return digestOfFacts(factsOf(innerMarkup))
}

/** The same digest, for markup that the renderer made. */
export function ownFactsDigest(innerMarkup: string): string {
  return digestOfFacts(ownFactsOf(innerMarkup))
}

function digestOfFacts(facts: readonly Fact[]): string {
  // Canonical JSON, because the keys of a fact have a fixed order.
  return hash('sha256', JSON.stringify(facts), 'base64url')
}

/** Whether two titles or excerpts are equal apart from entity spelling and white space. */
export function sameText(a: string, b: string): boolean {
  return a === b || readingOf(a) === readingOf(b)
}

/** A title or excerpt in the form that all of its spellings share. */
export function readingOf(html: string): string {
  // A title without tags and entities is text.
  if (!/[<&]/.test(html)) return onOneLine(html)
  let text = ''
  const handler: Partial<Handler> = {
    // The NUL distinguishes an element from the same characters as text.
    onopentagname: (name) => void (text += `\u0000${name}`),
    ontext: (data) => void (text += data),
  }
  const parser = boundedParser(handler, mostDepth, (rest) => void (text += html.slice(rest)))
  parser.end(html)
  return onOneLine(text)
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

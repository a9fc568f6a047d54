import { hash } from 'node:crypto'
import type { Handler } from 'htmlparser2'
import { boundedParser } from './bounded-parser.ts'
import { blockTokens, attributesOf } from './block-tokens.ts'
import type { BlockToken } from './block-tokens.ts'
import { jsonLdType } from './json-ld.ts'
import { digestOf } from '../text/digest.ts'

/**
 * One visible part of markup: a run of text, a URL, or an element with a meaning (`h2`, `li`, `/strong`, …). `data` is
 * JSON-LD, which only search engines see.
 */
export type Fact = { kind: 'text' | 'element' | 'href' | 'src' | 'alt' | 'block' | 'data'; value: string }

/** How a URL is compared: by its spelling or by its target; an image has the class of its attachment. */
type AddressOf = (address: string, classes: string | undefined) => string

/** Block elements with a meaning; wrappers such as div, figure or tbody have none. */
const blockElements = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption tr th td blockquote pre hr details summary'.split(' '),
)
const silentBlockElements = new Set(
  'div section article header footer main aside nav figure figcaption thead tbody tfoot form'.split(' '),
)
/** Elements inside a line, whose end matters as well. The editor keeps b and i as they are. */
const inlineElements = new Set('a strong b em i s u del ins sub sup code mark'.split(' '))
/** The end of a list shows which items are nested. */
const lists = new Set(['ul', 'ol'])
/** Markup nested deeper than this, which no page has, is compared by its spelling. */
const mostDepth = 1_000
const unseen = new Set(['script', 'style', 'template'])

/**
 * The visible content of markup, in order, without the parts that the CMS, its HTML filter or its editors rewrite
 * automatically: entity spelling, white space, ` />`, classes, ids, rel, hreflang, attribute order, block comments.
 * `dataOf` is the value of JSON-LD, by default a digest.
 */
export function factsOf(
  innerMarkup: string,
  addressOf: AddressOf = (address) => address.trim(),
  dataOf: (json: string) => string = (json) => `JSON-LD ${dataDigest(json, addressOf).slice(0, 11)}`,
): Fact[] {
  const facts: Fact[] = []
  let text = ''
  let atBlockStart = true

  /** The classic editor removes the tags of a paragraph and writes its line breaks as plain ones. */
  function beginParagraph(isTagged: boolean): void {
    if (paragraph !== 'awaited') return
    paragraph = isTagged ? 'tagged' : 'untagged'
    if (isTagged) return
    text = text.trimStart()
    facts.push({ kind: 'element', value: 'p' })
  }
  function flush(atBlockEnd: boolean): void {
    if (text.trim() !== '') beginParagraph(false)
    if (paragraph !== 'untagged') return addRun(atBlockEnd)
    const lines = (atBlockEnd ? text.trimEnd() : text).split('\n')
    for (const [at, line] of lines.entries()) {
      text = line
      addRun(at < lines.length - 1 || atBlockEnd)
      if (at < lines.length - 1) facts.push({ kind: 'element', value: 'br' })
    }
  }
  function addRun(atBlockEnd: boolean): void {
    let run = text.replace(/\s+/g, ' ')
    if (atBlockStart) run = run.trimStart()
    if (atBlockEnd) run = run.trimEnd()
    text = ''
    if (run !== '') facts.push({ kind: 'text', value: run })
    atBlockStart = atBlockEnd || (atBlockStart && run === '')
  }
  function element(value: string, isBlock: boolean): void {
    flush(isBlock)
    facts.push({ kind: 'element', value })
  }

  let hidden = 0
  /** The JSON-LD of the script that is being read. */
  let jsonLd: string | undefined
  /** The state of the paragraph inside a paragraph block: not started, or started with or without a tag. */
  let paragraph: 'awaited' | 'tagged' | 'untagged' | undefined
  let opened: { comment: string; end: number } | undefined
  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      if (unseen.has(name)) hidden += 1
      if (name === 'script' && attributes['type'] === jsonLdType) jsonLd = ''
      if (inlineElements.has(name)) beginParagraph(false)
      else if (blockElements.has(name)) beginParagraph(true)
      if (silentBlockElements.has(name)) flush(true)
      else if (name === 'br' || blockElements.has(name)) element(name, true)
      else if (inlineElements.has(name)) element(name, false)
      for (const fact of addressFacts(name, attributes, addressOf)) {
        flush(false)
        facts.push(fact)
      }
    },
    ontext(data) {
      if (jsonLd !== undefined) jsonLd += data
      else if (hidden === 0) text += data
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1
      if (jsonLd !== undefined) {
        flush(true)
        facts.push({ kind: 'data', value: dataOf(jsonLd) })
        jsonLd = undefined
      }
      if (silentBlockElements.has(name) || blockElements.has(name)) flush(true)
      else if (inlineElements.has(name)) element(`/${name}`, false)
      if (lists.has(name)) facts.push({ kind: 'element', value: `/${name}` })
    },
    oncomment(data) {
      if (/^\s+\/?wp:(?:core\/)?paragraph\s/.test(data)) {
        flush(true)
        paragraph = /^\s+\//.test(data) || data.endsWith('/') ? undefined : 'awaited'
      }
      // Only blocks without markup are parsed, because most have markup.
      const [isClose, isVoid] = [/^\s+\//.test(data), data.endsWith('/')]
      const [before] = isClose && opened?.end === parser.startIndex ? blockTokens(opened.comment) : []
      const comment = `<!--${data}-->`
      opened = isClose || isVoid ? undefined : { comment, end: parser.endIndex + 1 }
      if (!isVoid && before === undefined) return
      const [token] = blockTokens(comment)
      // The CMS rewrites an empty block as a void one.
      const shown = token?.kind === 'void' ? token : token?.kind === 'close' ? before : undefined
      if (!shown) return
      flush(true)
      facts.push({ kind: 'block', value: `${shown.name} ${digestOf(settingsOf(shown))}` })
    },
  }
  const parser = boundedParser(handler, mostDepth, (rest) => {
    flush(true)
    facts.push({ kind: 'text', value: innerMarkup.slice(rest) })
  })
  parser.end(innerMarkup)
  flush(true)
  return facts
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
  // Canonical JSON, because the keys of a fact have a fixed order.
  return hash('sha256', JSON.stringify(factsOf(innerMarkup)), 'base64url')
}

/** Whether two titles or excerpts are equal apart from entity spelling and white space. */
export function sameText(a: string, b: string): boolean {
  return a === b || readingOf(a) === readingOf(b)
}

/** A title or excerpt in the form that all of its spellings share. */
export function readingOf(html: string): string {
  let text = ''
  const handler: Partial<Handler> = {
    // The NUL distinguishes an element from the same characters as text.
    onopentagname: (name) => void (text += `\u0000${name}`),
    ontext: (data) => void (text += data),
  }
  const parser = boundedParser(handler, mostDepth, (rest) => void (text += html.slice(rest)))
  parser.end(html)
  return text.replace(/\s+/g, ' ').trim()
}

function addressFacts(name: string, attributes: Record<string, string>, addressOf: AddressOf): Fact[] {
  const facts: Fact[] = []
  const { href, src, alt, class: classes } = attributes
  if (href !== undefined) facts.push({ kind: 'href', value: addressOf(href, classes) })
  if (src !== undefined) facts.push({ kind: 'src', value: addressOf(src, classes) })
  if (name === 'img') facts.push({ kind: 'alt', value: (alt ?? '').replace(/\s+/g, ' ').trim() })
  return facts
}

/** A digest that depends on neither the layout of the JSON nor the order of its keys. */
function dataDigest(json: string, addressOf: AddressOf): string {
  const readAddress = (_: string, value: unknown): unknown =>
    typeof value === 'string' && /^https?:/.test(value) ? addressOf(value, undefined) : value
  try {
    return digestOf(JSON.parse(json, readAddress))
  } catch {
    return digestOf(json.trim())
  }
}

/** A block without markup still shows something, but only its delimiter can be compared. */
function settingsOf(token: BlockToken): unknown {
  const attributes = attributesOf(token)
  // PHP encodes empty objects as empty lists.
  return attributes === undefined ? token.json : JSON.parse(JSON.stringify(attributes), emptyAsList)
}

function emptyAsList(_: string, value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return isEmpty ? [] : value
}

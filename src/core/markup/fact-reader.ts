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
export type AddressOf = (address: string, classes: string | undefined) => string

/** The parts of markup in order, as a parser or a scanner finds them. */
export type MarkupEvents = {
  onopentag: (name: string, attributes: Readonly<Record<string, string>>) => void
  /** A part of a text, with its entities decoded. */
  ontext: (data: string) => void
  onclosetag: (name: string) => void
  /** `start` and `end` are the offsets of the whole comment. */
  oncomment: (data: string, place: { start: number; end: number }) => void
}

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
const unseen = new Set(['script', 'style', 'template'])

/** Collects the facts of markup from its events; `dataOf` is the value of JSON-LD, by default a digest. */
export function createFactReader(
  addressOf: AddressOf = (address) => address.trim(),
  dataOf: (json: string) => string = (json) => `JSON-LD ${dataDigest(json, addressOf).slice(0, 11)}`,
) {
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
    if (text === '') return void (atBlockStart ||= atBlockEnd)
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
  function addVisible(kind: 'href' | 'src' | 'alt', value: string): void {
    flush(false)
    facts.push({ kind, value })
  }
  function addAddresses(name: string, attributes: Readonly<Record<string, string>>): void {
    const { href, src, alt, class: classes } = attributes
    if (href !== undefined) addVisible('href', addressOf(href, classes))
    if (src !== undefined) addVisible('src', addressOf(src, classes))
    if (name === 'img') addVisible('alt', (alt ?? '').replace(/\s+/g, ' ').trim())
  }

  let hidden = 0
  /** The JSON-LD of the script that is being read. */
  let jsonLd: string | undefined
  /** The state of the paragraph inside a paragraph block: not started, or started with or without a tag. */
  let paragraph: 'awaited' | 'tagged' | 'untagged' | undefined
  let opened: { comment: string; end: number } | undefined
  const events: MarkupEvents = {
    onopentag(name, attributes) {
      if (unseen.has(name)) hidden += 1
      if (name === 'script' && attributes['type'] === jsonLdType) jsonLd = ''
      if (inlineElements.has(name)) beginParagraph(false)
      else if (blockElements.has(name)) beginParagraph(true)
      if (silentBlockElements.has(name)) flush(true)
      else if (name === 'br' || blockElements.has(name)) element(name, true)
      else if (inlineElements.has(name)) element(name, false)
      addAddresses(name, attributes)
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
    oncomment(data, { start, end }) {
      const [isClose, isVoid] = [/^\s+\//.test(data), data.endsWith('/')]
      if (/^\s+\/?wp:(?:core\/)?paragraph\s/.test(data)) {
        flush(true)
        paragraph = isClose || isVoid ? undefined : 'awaited'
      }
      // Only blocks without markup are parsed, because most have markup.
      const [before] = isClose && opened?.end === start ? blockTokens(opened.comment) : []
      const comment = `<!--${data}-->`
      opened = isClose || isVoid ? undefined : { comment, end }
      if (!isVoid && before === undefined) return
      const [token] = blockTokens(comment)
      // The CMS rewrites an empty block as a void one.
      const shown = token?.kind === 'void' ? token : token?.kind === 'close' ? before : undefined
      if (!shown) return
      flush(true)
      facts.push({ kind: 'block', value: `${shown.name} ${digestOf(settingsOf(shown))}` })
    },
  }
  return {
    events,
    /** Adds markup that is compared by its spelling. */
    addUnread: (markup: string): void => {
      flush(true)
      facts.push({ kind: 'text', value: markup })
    },
    /** All facts; called once, after the last event. */
    end: (): Fact[] => {
      flush(true)
      return facts
    },
  }
}

/** A digest that depends on neither the layout of the JSON nor the order of its keys. */
function dataDigest(json: string, addressOf: AddressOf): string {
  const read = (value: unknown): unknown =>
    typeof value === 'string' && /^https?:/.test(value) ? addressOf(value, undefined) : value
  const isRead = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).every(isRead) : read(value) === value
  try {
    const data: unknown = JSON.parse(json)
    // Parsing with a function is slow, and most addresses stay as they are.
    return digestOf(isRead(data) ? data : JSON.parse(json, (_, value) => read(value)))
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

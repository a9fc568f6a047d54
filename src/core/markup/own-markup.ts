import type { MarkupEvents } from './fact-reader.ts'

/** Elements inside a line, which imply the end of no other element. */
const phrases = new Set('a strong b em i s u del ins sub sup code mark span'.split(' '))
const voids = new Set(['br', 'img'])
/** Blocks that may be in each other; the start of a block implies the end of a paragraph. */
const blocks = new Set('div figure figcaption p h1 h2 h3 h4 h5 h6 ul ol table script'.split(' '))
const places = new Set('div figure figcaption li td th'.split(' '))
/** Elements that are only in certain others. */
const parts: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', new Set(['ul', 'ol'])],
  ['thead', new Set(['table'])],
  ['tbody', new Set(['table'])],
  ['tr', new Set(['thead', 'tbody'])],
  ['th', new Set(['tr'])],
  ['td', new Set(['tr'])],
])
const mostDepth = 50

const tagPattern = /<([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)\/?>/y
const attributePattern = / ([a-z-]+)="([^"]*)"/g
const noAttributes: Readonly<Record<string, string>> = {}

/**
 * Scans markup in the spelling of the renderer, and reports what a parser would report; of the attributes, those that
 * are part of the visible content. Returns false, maybe after some events, for markup that it does not recognize with
 * certainty: unknown elements, other spellings of tags, comments and entities, and elements whose end is implied.
 */
export function scanOwnMarkup(markup: string, events: MarkupEvents): boolean {
  const opened: string[] = []
  let at = 0
  while (at < markup.length) {
    const next = markup.indexOf('<', at)
    const end = next === -1 ? markup.length : next
    if (end > at) {
      const text = decoded(markup.slice(at, end))
      if (text === undefined) return false
      events.ontext(text)
    }
    if (next === -1) break
    const after = scanMark(markup, next, { opened, events })
    if (after === undefined) return false
    at = after
  }
  return opened.length === 0
}

type Scan = { opened: string[]; events: MarkupEvents }

/** Scans a tag or comment; returns the offset after it, or undefined if it is unusual. */
function scanMark(markup: string, start: number, { opened, events }: Scan): number | undefined {
  if (markup.startsWith('</', start)) return scanEnd(markup, start, { opened, events })
  if (markup.startsWith('<!-- ', start)) return scanComment(markup, start, events)
  tagPattern.lastIndex = start
  const tag = tagPattern.exec(markup)
  if (tag === null) return undefined
  const [all, name = '', source = ''] = tag
  const isVoid = voids.has(name)
  if (!isAllowed(name, opened.at(-1)) || opened.length > mostDepth) return undefined
  const attributes = attributesIn(name, source)
  if (attributes === undefined) return undefined
  events.onopentag(name, attributes)
  const after = start + all.length
  if (isVoid) events.onclosetag(name)
  else opened.push(name)
  return name === 'script' ? scanScript(markup, after, events) : after
}

function scanEnd(markup: string, start: number, { opened, events }: Scan): number | undefined {
  const name = opened.at(-1)
  if (name === undefined || !markup.startsWith(`${name}>`, start + 2)) return undefined
  opened.pop()
  events.onclosetag(name)
  return start + name.length + 3
}

function scanComment(markup: string, start: number, { oncomment }: MarkupEvents): number | undefined {
  const dashes = markup.indexOf('--', start + 4)
  if (dashes === -1 || markup[dashes + 2] !== '>') return undefined
  const end = dashes + 3
  oncomment(markup.slice(start + 4, dashes), { start, end })
  return end
}

/** A script is text until its end, and has no entities. */
function scanScript(markup: string, start: number, { ontext }: MarkupEvents): number | undefined {
  const end = markup.indexOf('<', start)
  if (!markup.startsWith('</', end)) return undefined
  if (end > start) ontext(markup.slice(start, end))
  return end
}

/** Whether an element may start here without implying the end of another. */
function isAllowed(name: string, parent: string | undefined): boolean {
  if (voids.has(name) || phrases.has(name)) return name !== parent
  if (blocks.has(name)) return parent === undefined || places.has(parent)
  return parent !== undefined && parts.get(name)?.has(parent) === true
}

/** The attributes of an element that has visible ones; undefined for a repeated one or an unusual entity. */
function attributesIn(name: string, source: string): Readonly<Record<string, string>> | undefined {
  if (source === '') return noAttributes
  const isRead = voids.has(name) || name === 'script' || /(?:href|src)="/.test(source)
  if (!isRead) return noAttributes
  const attributes: Record<string, string> = {}
  for (const [, key = '', spelled = ''] of source.matchAll(attributePattern)) {
    const value = decoded(spelled)
    if (value === undefined || Object.hasOwn(attributes, key)) return undefined
    attributes[key] = value
  }
  return attributes
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const knownEntity = String.raw`&(?:(amp|lt|gt|quot|nbsp)|#(\d\d));`
const entity = new RegExp(knownEntity, 'g')
const unknownEntity = new RegExp(`&(?!${knownEntity.slice(1)})`)

/** A text with its entities decoded; undefined with any entity that the renderer does not write. */
function decoded(text: string): string | undefined {
  if (!text.includes('&')) return text
  if (unknownEntity.test(text)) return undefined
  return text.replace(entity, (_, name: string | undefined, code: string | undefined) =>
    name === undefined ? String.fromCharCode(Number(code)) : String(characters[name]),
  )
}

import { boundedParser } from './bounded-parser.ts'
import { attributesOf, blockTokens } from './block-tokens.ts'

/** A block delimiter or a start tag, with the attributes that style, name or hide its content. */
export type Place = {
  kind: 'block' | 'element'
  name: string
  start: number
  end: number
  /** The number of visible characters before it; equal in two versions with the same content. */
  at: number
  /** Keys: class tokens as `class red`, declarations of a style as `style color`, all others by their names. */
  attributes: ReadonlyMap<string, string>
  /** The URLs that it shows or links, and its classes. */
  addresses: Readonly<Record<string, string>>
  classes: string | undefined
}

/** Deeper than any real page. */
const mostDepth = 1_000
/** These attributes belong to the content, or the CMS and its editors add and remove them. */
const ofElements = new Set(
  'href src alt srcset sizes rel hreflang loading decoding fetchpriority class style'.split(' '),
)
const ofBlocks = new Set(
  'id url href src alt level ordered content values linkDestination hasFixedLayout className'.split(' '),
)
/** Elements whose type belongs to the content. */
const withType = new Set(['a', 'script'])
/** Class tokens that the editors derive from the block, and the mirror's own. */
const derived = /^(?:wp-(?:block|element|image)\b|mirror(?:ed)?-)/

/** The places in markup that can have attributes, in order. */
export function placesOf(markup: string): Place[] {
  const places: Place[] = []
  let at = 0
  let inScript = false
  const parser = boundedParser(
    {
      onopentag(name, attributes, isImplied) {
        if (isImplied) return
        if (name === 'script') inScript = true
        const { startIndex: start, endIndex } = parser
        const { href, src, class: classes } = attributes
        const addresses = { ...(href !== undefined && { href }), ...(src !== undefined && { src }) }
        const place = { name, start, end: endIndex + 1, at, addresses, classes }
        places.push({ kind: 'element', ...place, attributes: ofElement(name, attributes) })
      },
      ontext: (data) => void (inScript || (at += data.replace(/\s+/g, '').length)),
      onclosetag: (name) => void (inScript &&= name !== 'script'),
      oncomment() {
        const { startIndex: start, endIndex } = parser
        const [token] = blockTokens(markup.slice(start, endIndex + 1))
        if (token === undefined || token.kind === 'close') return
        const place = { name: token.name, start, end: endIndex + 1, at, addresses: {}, classes: undefined }
        places.push({ kind: 'block', ...place, attributes: ofBlock(attributesOf(token) ?? {}) })
      },
    },
    mostDepth,
    () => undefined,
  )
  parser.end(markup)
  return places
}

/** The declarations of a style, by property. If a `;` may be quoted, everything after the first `:` is one value. */
function declarationsOf(style: string): [property: string, value: string][] {
  const declarations = /["'(]/.test(style) ? [style.replace(/;\s*$/, '')] : style.split(';')
  return declarations.flatMap((declaration): [string, string][] => {
    const [property, ...value] = declaration.split(':')
    const name = String(property).trim().toLowerCase()
    return name === '' ? [] : [[name, value.join(':').trim().replace(/\s+/g, ' ')]]
  })
}

export function tokensOf(classes: string): string[] {
  return classes.split(/\s+/).filter((token) => token !== '')
}

function ofElement(name: string, attributes: Readonly<Record<string, string>>): Map<string, string> {
  const found = classEntries(attributes['class'] ?? '')
  for (const [property, value] of declarationsOf(attributes['style'] ?? ''))
    found.set(`style ${property}`, value)
  for (const [attribute, value] of Object.entries(attributes)) {
    const isOurs = ofElements.has(attribute) || (attribute === 'type' && withType.has(name))
    if (!isOurs && !value.startsWith('wp-block-file--media-')) found.set(attribute, value.trim())
  }
  return found
}

function ofBlock(attributes: Readonly<Record<string, unknown>>): Map<string, string> {
  const { className } = attributes
  const found = classEntries(typeof className === 'string' ? className : '')
  for (const [key, value] of Object.entries(attributes)) {
    if (!ofBlocks.has(key)) found.set(key, JSON.stringify(value, emptyAsList))
  }
  return found
}

function classEntries(classes: string): Map<string, string> {
  const tokens = tokensOf(classes).filter((token) => !derived.test(token))
  return new Map(tokens.map((token) => [`class ${token}`, '']))
}

/** PHP encodes empty objects as empty lists. */
export function emptyAsList(_: string, value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return isEmpty ? [] : value
}

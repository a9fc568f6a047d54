import { placesOf, type Place } from './attribute-places.ts'
import { blockTokens } from './block-tokens.ts'
import { boundedParser } from './bounded-parser.ts'

/** An editor's ways of hiding parts of a block, and the phrases that are shown nowhere else. */
export type Hidden = { isHiding: (place: Place) => boolean; phrases: ReadonlySet<string> }

/** The phrases of markup that visitors see, and those that they do not. */
type Phrases = { shown: Set<string>; hidden: Set<string> }

/** Names of attributes and classes that hide, for example those of plugins that hide a block on some devices. */
const hidingName = /visib|hid(?:e|den)|\bd-none\b/i
const hidingKey = /"[^"]*(?:visib|hid(?:e|den))[^"]*":/i
/** Two passages with this many words in the same order count as a repetition; shorter passages only as a whole. */
const wordsInPhrase = 4
/** Deeper than any real page. */
const mostDepth = 1_000
/** Elements inside a phrase; a row of a table is one phrase. */
const inline = new Set('a strong b em i s u del ins sub sup code mark span br td th'.split(' '))

/** The content that is hidden in the current markup and not in the base; undefined if there is none. */
export function hiddenIn({ base, current }: { base: string; current: string }): Hidden | undefined {
  const ours = new Set(placesOf(base).flatMap(hidingsOf))
  const isHiding = (place: Place): boolean => hidingsOf(place).some((hiding) => !ours.has(hiding))
  if (!placesOf(current).some(isHiding)) return undefined
  const { shown, hidden } = phrasesOf(current, isHiding)
  return { isHiding, phrases: hidden.difference(shown) }
}

/** Whether markup shows a phrase that an editor hid. */
export function isRevealing(markup: string, { isHiding, phrases }: Hidden): boolean {
  return !phrasesOf(markup, isHiding).shown.isDisjointFrom(phrases)
}

/** Whether markup has a delimiter or tag that hides its content. */
export function hasHiding(markup: string, { isHiding }: Hidden): boolean {
  return placesOf(markup).some(isHiding)
}

/** How much of markup is hidden: all of its content, a part, or nothing. */
export function hiddenPart(markup: string, { isHiding }: Hidden): 'all' | 'some' | 'none' {
  const { shown, hidden } = phrasesOf(markup, isHiding)
  if (hidden.size === 0) return 'none'
  return shown.size === 0 ? 'all' : 'some'
}

/** Whether an attribute of a place hides its content. */
export function isHidingAttribute(name: string, value: string): boolean {
  if (name === 'style display') return /^none\b/i.test(value)
  return hidingName.test(name) || hidingKey.test(value)
}

function hidingsOf({ attributes }: Place): string[] {
  const hidings = [...attributes].filter(([name, value]) => isHidingAttribute(name, value))
  return hidings.map((hiding) => hiding.join(' '))
}

function phrasesOf(markup: string, isHiding: Hidden['isHiding']): Phrases {
  const hiding = new Set(placesOf(markup).flatMap((place) => (isHiding(place) ? [place.start] : [])))
  const phrases: Phrases = { shown: new Set(), hidden: new Set() }
  const [elements, blocks]: [boolean[], boolean[]] = [[], []]
  let text = ''
  let inScript = false
  const now = (): Set<string> =>
    phrases[elements.includes(true) || blocks.includes(true) ? 'hidden' : 'shown']
  const flush = (): void => {
    for (const phrase of phrasesIn(text)) now().add(phrase)
    text = ''
  }
  const parser = boundedParser(
    {
      onopentag(name, { src }) {
        const hides = hiding.has(parser.startIndex)
        if (name === 'script') inScript = true
        if (hides || !inline.has(name)) flush()
        elements.push(hides)
        if (src !== undefined) now().add(`src ${src}`)
      },
      onclosetag(name) {
        if (elements.at(-1) === true || !inline.has(name)) flush()
        elements.pop()
        text += ' '
        if (name === 'script') inScript = false
      },
      ontext: (data) => void (inScript || (text += data)),
      oncomment(data) {
        const [token] = blockTokens(`<!--${data}-->`)
        if (token === undefined) return
        flush()
        if (token.kind === 'open') blocks.push(hiding.has(parser.startIndex))
        if (token.kind === 'close') blocks.pop()
      },
    },
    mostDepth,
    (rest) => {
      text += markup.slice(rest)
    },
  )
  parser.end(markup)
  flush()
  return phrases
}

function phrasesIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length <= wordsInPhrase) return words.length === 0 ? [] : [words.join(' ')]
  return words.slice(wordsInPhrase - 1).map((_, at) => words.slice(at, at + wordsInPhrase).join(' '))
}
